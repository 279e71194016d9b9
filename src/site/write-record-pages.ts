import type { AstroPrerenderer } from 'astro';
import { writeFiles } from './write-files.ts';

type Page = Awaited<ReturnType<AstroPrerenderer['getStaticPaths']>>[number];

/** Whether it is the page of one record, of which there can be many. */
export const isRecordPage = ({ route }: Page): boolean => route.component.endsWith('/[id].astro');

/**
 * Has Astro make pages, and writes them into the folder of a build as documents are written: Astro would look for the folder of
 * each. @throws Error when there is a file at the address of one, and whatever the making of a page throws.
 */
export const writePages = (
  folder: string,
  siteUrl: string,
  pages: readonly Page[],
  render: AstroPrerenderer['render'],
): Promise<void> => {
  const make = async ({ pathname, route }: Page): Promise<Uint8Array<ArrayBuffer>> => {
    const made = await render(new Request(`${siteUrl}${pathname}.html`), { routeData: route });
    return new Uint8Array(await ('response' in made ? made.response : made).arrayBuffer());
  };
  return writeFiles(
    folder,
    pages.map((page) => ({ path: `${page.pathname}.html`, content: () => make(page) })),
  );
};
