import { findAll } from './page-elements.ts';

/** Pixels of the file for each of the drawing. */
const SCALE = 2;

/** Draws an SVG as PNG, light or dark as its reader has it. @returns the address of the file. */
const draw = async (address: string): Promise<string> => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((file) => done(URL.createObjectURL(file!))));
};

// The link leads to the SVG until its file is drawn.
for (const link of findAll<HTMLAnchorElement>('a[data-png]'))
  link.addEventListener('click', (event) => {
    if (link.protocol === 'blob:') return;
    event.preventDefault();
    void draw(link.href).then((file) => {
      link.href = file;
      link.click();
    });
  });
