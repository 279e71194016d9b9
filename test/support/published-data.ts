import { createHash } from 'node:crypto';
import { beforeAll, inject } from 'vitest';
import type { DataIndex } from '../../src/domain/datasets/forms/data-index.ts';
import type { DataPackage } from '../../src/domain/datasets/forms/data-package.ts';
import { type Answer, call } from './call.ts';

export type Entry = Record<string, unknown> & { id: string };

/** The base address that the published data speaks of. */
export const SITE = 'http://localhost:4321';

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** What the service publishes about its data. */
export const publishedData = () => {
  const url = inject('site');
  let index: DataIndex;
  let dataPackage: DataPackage;
  const get = (address: string): Promise<Answer> => call(url + address.replace(SITE, ''));
  const json = async <T>(address: string): Promise<T> => (await get(address)).json as T;
  beforeAll(async () => {
    index = await json<DataIndex>('/data/index.json');
    dataPackage = await json<DataPackage>('/data/datapackage.json');
  });
  return {
    get,
    json,
    url,
    get index() {
      return index;
    },
    get dataPackage() {
      return dataPackage;
    },
  };
};
