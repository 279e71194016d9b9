import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absenceOf } from '../../src/components/dataset/record-parts.ts';
import { watchNote } from '../../src/components/dataset/watched.ts';
import { loadWatched } from '../../src/dataset-files/load.ts';
import { accountabilityMap } from '../../src/domain/datasets/accountability-map/record.ts';
import {
  deploymentStatusTerms,
  externalSchemeTerms,
  facetNames,
  layerFacetTerms,
  layerLevelTerms,
  layerTerms,
  mapKindTerms,
  specStatusTerms,
} from '../../src/domain/datasets/accountability-map/terms.ts';
import { changeKindTerms } from '../../src/domain/datasets/record/record.ts';
import { confidenceTerms, sourceAccessTerms, sourceKindTerms } from '../../src/domain/datasets/record/source.ts';
import { INTERFACE_VERSION, SERVICE_NAME } from '../../src/domain/vocabulary/service.ts';
import { valuesOf } from '../../src/domain/vocabulary/terms.ts';
import { numberWord } from '../../src/domain/vocabulary/words.ts';
import { footerLinks, mainLinks } from '../../src/layouts/site.ts';
import { installed } from './tools.ts';

/** The version that the figures are of. */
const ELEVENTY = '@11ty/eleventy@3.1.2';

/** Its configuration and templates: for each record the page that we make of it and its JSON, the table of all, and the whole as JSON. */
const TEMPLATES = join(import.meta.dirname, 'eleventy');

/** What our pages say beside the members of a record, as the data of a site; places and hashes stand for those of ours. */
const siteData = () => {
  const levels = valuesOf(layerLevelTerms);
  const layers = valuesOf(layerTerms).map((name) => ({
    name,
    ...layerTerms[name],
  }));
  return {
    service: SERVICE_NAME,
    url: 'http://localhost:4321',
    interface: INTERFACE_VERSION,
    title: accountabilityMap.title,
    version: INTERFACE_VERSION,
    sha256: '0'.repeat(64),
    mainLinks,
    footerLinks,
    numbers: [...layers.keys(), layers.length].map(numberWord),
    layers,
    levels: levels.map((name) => ({
      name,
      label: layerLevelTerms[name].label,
      covers: name !== 'none_found' && name !== 'unknown',
    })),
    facets: facetNames.map((name) => ({
      name,
      labels: Object.fromEntries(Object.entries(layerFacetTerms[name]).map(([value, { label }]) => [value, label])),
    })),
    watched: Object.fromEntries(loadWatched().sources.map(({ url }) => [url, watchNote({ url })])),
    absence: Object.fromEntries(levels.map((level) => [level, absenceOf(level)])),
    terms: {
      kind: mapKindTerms,
      status: deploymentStatusTerms,
      spec: specStatusTerms,
      scheme: externalSchemeTerms,
      level: layerLevelTerms,
      confidence: confidenceTerms,
      sourceKind: sourceKindTerms,
      access: sourceAccessTerms,
      change: changeKindTerms,
    },
  };
};

/**
 * A site for Eleventy below a folder, whose records go into `input/_data/records`.
 * @returns the program that builds it.
 */
export const prepareEleventy = async (folder: string): Promise<string> => {
  await mkdir(join(folder, 'input/_data/records'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await cp(TEMPLATES, join(folder, 'input'), { recursive: true });
  await rename(join(folder, 'input/eleventy.config.mjs'), join(folder, 'eleventy.config.mjs'));
  await writeFile(join(folder, 'input/_data/site.json'), JSON.stringify(siteData()));
  await symlink(installed(ELEVENTY), join(folder, 'node_modules'));
  return join(folder, 'node_modules/@11ty/eleventy/cmd.cjs');
};
