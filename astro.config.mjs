import { join } from 'node:path';
import node from '@astrojs/node';
import { defineConfig, passthroughImageService } from 'astro/config';
import { buildDay, configFromEnvironment } from './src/config.ts';
import { findRegisteredCard } from './src/dataset-files/registered-card.ts';
import { REQUEST_BYTES_MAX } from './src/domain/vocabulary/service.ts';
import { isLiveRoute } from './src/http/machine-addresses.ts';
import { BUILDING, hashInputs, placeBuild } from './src/server/build.ts';
import { findCardKey, listedCardKey } from './src/signing/own-keys.ts';
import { verifierBundle } from './src/site/verifier-file.ts';

const { siteUrl, cardKeyFile } = configFromEnvironment();
/** Before anything is built: a key that cannot be used, or a registered card that was changed, stops the build at once. */
const cardKey = await findCardKey(cardKeyFile);
if (cardKey) {
  const { readListedKeys } = await import('./src/cli/own-agent.ts');
  listedCardKey(cardKey, readListedKeys(import.meta.dirname).keys, new Date());
}
findRegisteredCard(import.meta.dirname);
/** Taken before the build reads a file, so that a change during the build makes it stale. */
let inputs;
const { alias, treeshake } = verifierBundle(import.meta.dirname);

export default defineConfig({
  site: siteUrl,
  outDir: BUILDING,
  output: 'static',
  trailingSlash: 'never',
  adapter: node({ mode: 'middleware', bodySizeLimit: REQUEST_BYTES_MAX }),
  // A page is made while others are written: 10,000 records take 55 s, and 71 s with one page after the other.
  build: { concurrency: 8, format: 'file', inlineStylesheets: 'never' },
  image: { service: passthroughImageService() },
  // Colours of code would be inline styles, which the content security policy forbids.
  markdown: { syntaxHighlight: false },
  // Intake takes no cookies, so a cross-site post has no powers; the answer layer refuses wrong content types itself.
  security: { checkOrigin: false },
  session: false,
  devToolbar: { enabled: false },
  vite: {
    define: { 'import.meta.env.BUILD_DAY': JSON.stringify(buildDay()) },
    // Of the packages whose code browsers are sent, the licences (SPEC.md §16.2).
    build: { assetsInlineLimit: 0, license: { fileName: 'licences.md' } },
    plugins: [
      {
        name: 'build-folder',
        apply: 'build',
        config: () => ({ define: { BUILD_FOLDER: JSON.stringify(join(BUILDING, 'client')) } }),
      },
      {
        // What a page verifies with is what /verify.mjs verifies with.
        name: 'verifier',
        applyToEnvironment: ({ name }) => name === 'client',
        apply: 'build',
        enforce: 'pre',
        options: (given) => ({ ...given, treeshake }),
        // What nearly every page loads is one file: a small file costs more for its header fields than for itself.
        outputOptions: (given) => ({
          ...given,
          codeSplitting: {
            groups: [
              { name: 'page', test: /scripts\/(find|read-file|page-elements|copy)\.ts|vocabulary\/(held|words)\.ts/ },
            ],
          },
        }),
        resolveId: (id) => alias[id],
      },
      {
        // The service and its program are two more entries of Astro's server build, so that all share their modules.
        name: 'server-program',
        applyToEnvironment: ({ name }) => name === 'ssr',
        apply: 'build',
        buildStart() {
          for (const name of ['serve', 'service'])
            this.emitFile({ type: 'chunk', id: `src/server/${name}.ts`, fileName: `${name}.mjs` });
        },
      },
    ],
  },
  integrations: [
    {
      name: 'agent-accountability-service',
      hooks: {
        'astro:route:setup': ({ route }) => {
          if (isLiveRoute(route.component.replace(/^src\/pages|\.ts$/g, ''))) route.prerender = false;
        },
        'astro:server:setup': ({ server }) => {
          const datasets = join(import.meta.dirname, 'datasets');
          server.watcher.add(datasets);
          server.watcher.on('all', (_, file) => file.startsWith(datasets) && void server.restart());
        },
        'astro:build:start': () => {
          inputs = hashInputs(import.meta.dirname);
        },
        'astro:build:done': () => {
          const stamp = { inputs_sha256: inputs, site_url: siteUrl, card_key: cardKey?.kid ?? null };
          placeBuild(import.meta.dirname, stamp);
        },
      },
    },
  ],
});
