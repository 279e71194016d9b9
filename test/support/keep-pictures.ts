import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, openTab } from './browser.ts';
import setup from './build.ts';
import { KEPT_PICTURES, openView, pictureFile, schemes, takePicture, views } from './pictures.ts';
import { startServer } from './server.ts';

// Run when pages are meant to look otherwise; look at the pictures before they are committed.
await setup();
mkdirSync(KEPT_PICTURES, { recursive: true });
const [server, browser] = await Promise.all([startServer(), openBrowser()]);
let pictures = 0;
let bytes = 0;
for (const view of views) {
  const page = await openView((options) => openTab(browser, options), server.url, view);
  for (const scheme of schemes) {
    const picture = await takePicture(page, view, scheme);
    pictures += 1;
    bytes += picture.length;
    writeFileSync(join(KEPT_PICTURES, pictureFile(view, scheme)), picture);
  }
  await page.context().close();
}
await browser.close();
await server.end();
process.stdout.write(`${pictures} pictures kept, ${bytes} bytes.\n`);
