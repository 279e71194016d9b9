import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { checksOf, previews } from '../support/preview-pages.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const site = siteInBrowser();

describe('the page /verify', () => {
  test('verifies without a network once its form was touched, and asks only for the keys of what is signed', async () => {
    const { page, context, complaints } = await site.newTab();
    await page.goto(`${site.url}/verify`);
    await page.getByLabel('Document').focus();
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    await context.setOffline(true);
    for (const name of ['runner receipt', 'evidence pack', 'work order pack']) {
      await page.getByRole('button', { name: `example ${name}` }).click();
      await page.locator('[data-kind]').getByText(name).waitFor();
      expect((await checksOf(page)).filter((check) => !check.startsWith('pass'))).toEqual(['unverified signature']);
    }
    // The receipt in the evidence pack is signed; without its keys the signature stays unverified.
    expect(requests).toEqual([`GET ${site.url}/static/keys.json`]);
    expect(complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('takes the expected hash of a published receipt from the name of its file', async () => {
    const { page } = await site.openTab();
    await page.goto(`${site.url}/verify`);
    await page.getByLabel('File').setInputFiles({
      name: `${'0'.repeat(64)}.json`,
      mimeType: 'application/json',
      buffer: await readFile('datasets/decision-receipts/demonstration-accepted.json'),
    });
    expect(await checksOf(page)).toContain('fail hash');
    // The next file is not held against the name of the one before.
    await page.getByLabel('File').setInputFiles('datasets/decision-receipts/demonstration-accepted.json');
    // The result before stays until the next one is there.
    await expect.poll(() => checksOf(page), { timeout: 20_000 }).toContain('unverified hash');
  });

  test('verifies the bytes of a file, not the text shown', async () => {
    const { page } = await site.openTab();
    await page.goto(`${site.url}/verify`);
    await page.getByLabel('File').setInputFiles('datasets/vectors/receipt-not-utf-8.txt');
    expect(await checksOf(page)).toEqual(['fail well_formed']);
    // A picture is no text to show.
    await page.getByLabel('File').setInputFiles('public/pictures/service.png');
    await page.getByText('service.png, ').waitFor();
    expect(await page.getByLabel('Document').inputValue()).toBe('');
  });

  test.each([
    ['UTF-8', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('reads a file with a byte order mark in %s without the mark, and says so', async (name, save) => {
    const { page } = await site.openTab();
    await page.goto(`${site.url}/verify`);
    const buffer = save(await readFile('datasets/decision-receipts/demonstration-accepted.json', 'utf8'));
    await page.getByLabel('File').setInputFiles({ name: 'saved.json', mimeType: 'application/json', buffer });
    expect(await checksOf(page)).toContain('pass well_formed');
    await page.getByText(`It was saved as ${name} with a byte order mark`).waitFor();
  });

  test.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])('shows the whole verdict beside or above the form, at $width × $height', async (viewport) => {
    const { page } = await site.openTab({ viewport });
    await page.goto(`${site.url}/verify`);
    const seen: string[][] = [];
    for (const name of ['decision receipt', 'receipt outside its mandate', 'forged receipt', 'work order pack']) {
      await page.getByRole('button', { name: `example ${name}` }).click();
      await page.getByText(`The example ${name} from this page`).waitFor();
      await page.locator('section[data-result]').waitFor();
      for (const part of ['[data-outcome]', '[data-answer="since_when"]', '[data-mandate-words]']) {
        const box = await page.locator(`[data-result] ${part}`).boundingBox();
        if (box === null) continue;
        expect(box.y, `${name} ${part}`).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height, `${name} ${part}`).toBeLessThanOrEqual(viewport.height);
      }
      const mandate = page.locator('[data-mandate] .badge');
      seen.push([
        await page.locator('[data-outcome]').innerText(),
        (await mandate.isVisible()) ? await mandate.innerText() : 'none',
      ]);
    }
    expect(seen).toEqual([
      ['Intact and signed. Age unknown.', 'kept'],
      ['Intact, signed, yet outside its mandate.', 'broken'],
      ['Intact, but its signature is refused.', 'kept'],
      ['Intact. Signer and age unknown.', 'none'],
    ]);
    const buffer = await readFile('datasets/decision-receipts/demonstration-accepted.json');
    const name = `${'a'.repeat(64)}.json`;
    const { promise: keysMayCome, resolve: letKeysCome } = Promise.withResolvers<void>();
    await page.route('**/static/keys.json', (route) => keysMayCome.then(() => route.continue()));
    await page.getByLabel('File').setInputFiles({ name, mimeType: 'application/json', buffer });
    await page.getByText(name).waitFor();
    // The form keeps its width between two results, and nothing of the result before is shown.
    const source = (await page.locator('[data-source]').boundingBox())!;
    expect(source.x + source.width).toBeLessThanOrEqual(Math.min(viewport.width, 600));
    expect(await page.locator('[data-outcome]').isVisible()).toBe(false);
    letKeysCome();
    await page.locator('[data-outcome]').waitFor();
    expect(await page.locator('[data-checks]').isVisible()).toBe(false);
    await page.getByText('The checks: ').click();
    expect(await page.locator('[data-checks]').isVisible()).toBe(true);
  });

  test('answers three questions apart, and fetches keys only for what is signed', async () => {
    const { page, complaints } = await site.openTab();
    await page.route('**/static/keys.json', async (route) =>
      route.fulfill({ body: await readFile('datasets/vectors/keys.json'), contentType: 'application/json' }),
    );
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/static/keys.json')) asked.push(request.url());
    });
    await page.goto(`${site.url}/verify`);
    const answers = async (vector: string): Promise<string[]> => {
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByLabel('File').setInputFiles(`datasets/vectors/${vector}`);
      await page.locator('section[data-result]').waitFor();
      return page.locator('[data-result] [data-answer] .badge').allInnerTexts();
    };
    expect(await answers('receipt-plain.json')).toEqual(['pass', 'unverified', 'unverified']);
    expect(asked).toEqual([]);
    expect(await answers('signature-valid.json')).toEqual(['pass', 'pass', 'unverified']);
    await expect(page.locator('[data-outcome]').innerText()).resolves.toBe('Intact and signed. Age unknown.');
    expect(asked).toHaveLength(1);
    expect(await answers('signature-changed-hash-recomputed.json')).toEqual(['pass', 'fail', 'unverified']);
    await expect(page.locator('[data-checks] li').first().textContent()).resolves.toContain('signature');
    await page.getByLabel('File').setInputFiles('datasets/vectors/no-json-picture.txt');
    await page.locator('[data-words]').getByText('This is not JSON').waitFor();
    expect(complaints).toEqual([]);
  });

  test('leads on with a hash, which is no document', async () => {
    const { page } = await site.openTab();
    await page.goto(`${site.url}/verify`);
    await page.getByLabel('Document').fill(` sha256:${'0'.repeat(64)}\n`);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.waitForURL(/\/find\?q=sha256%3A0{64}$/);
  });

  test('takes a dropped file', async () => {
    const { page } = await site.openTab();
    await page.goto(`${site.url}/verify`);
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(['{}'], 'empty.json'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    expect(await checksOf(page)).toEqual(['unverified schema', 'pass well_formed']);
    await expect(page.locator('[data-words]').innerText()).resolves.toMatch(
      /^This is JSON, but not a document that can be verified here\./,
    );
  });

  test('takes an empty file that was chosen on the home page', async () => {
    const { page } = await site.openTab();
    await page.goto(site.url);
    const empty = { name: 'empty.json', mimeType: 'application/json', buffer: Buffer.alloc(0) };
    await page.getByLabel('The file of a receipt').setInputFiles(empty);
    await page.getByText('empty.json, 0 bytes').waitFor();
  });

  test('says without JavaScript that it is a tool, and gives the command', async () => {
    const { page } = await site.openTab({ javaScriptEnabled: false });
    await page.goto(`${site.url}/verify`);
    expect(await page.getByLabel('Document').isVisible()).toBe(false);
    const words = await page.locator('main').innerText();
    expect(words).toContain('needs JavaScript');
    expect(words).toContain('npm run verify -- evidence-pack.json');
  });

  test('is in the sitemap, and no page loads the code of the checks before it is used', async () => {
    expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).toContain('/verify</loc>');
    const weigh = async (path: string): Promise<number> => {
      const { page } = await site.newTab();
      let bytes = 0;
      const weighed: Promise<void>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() !== 'script') return;
        weighed.push(request.sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)));
      });
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      await Promise.all(weighed);
      return bytes;
    };
    // The code of the checks is five times that.
    await Promise.all(
      ['/', '/verify', ...previews].map(async (path) => expect(await weigh(path), path).toBeLessThan(10_000)),
    );
  });

  test('says that its checks could not be loaded, where the network is lost before', async () => {
    const { page, context } = await site.newTab();
    await page.goto(`${site.url}/verify`, { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await page.getByRole('button', { name: 'example runner receipt' }).click();
    await page.getByRole('alert').getByText('could not be loaded').waitFor();
    expect(await page.locator('section[data-result]').isVisible()).toBe(false);
  });
});
