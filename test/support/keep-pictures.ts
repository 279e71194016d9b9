import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from './browser.ts';
import setup from './build.ts';
import { KEPT_PICTURES, takePicture, views } from './pictures.ts';
import { startServer } from './server.ts';

// Run when pages are meant to look otherwise; look at the pictures before they are committed.
await setup();
mkdirSync(KEPT_PICTURES, { recursive: true });
const [server, browser] = await Promise.all([startServer(), openBrowser()]);
let bytes = 0;
for (const view of views) {
  const picture = await takePicture(browser, server.url, view);
  bytes += picture.length;
  writeFileSync(join(KEPT_PICTURES, `${view.name}.png`), picture);
}
await browser.close();
await server.stop();
process.stdout.write(`${views.length} pictures kept, ${bytes} bytes.\n`);
