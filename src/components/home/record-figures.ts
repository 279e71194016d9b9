import { loadDocuments } from '../../dataset-files/load.ts';
import { type DatasetRecord, presentOf } from '../../domain/datasets/record/record.ts';
import { counted } from '../../domain/vocabulary/words.ts';

/** How much the datasets hold, in words: `3 records with 9 sources and 2 stated doubts`. Withdrawn records do not count. */
export const recordFigures = (): string => {
  const records = Object.values(loadDocuments()).flatMap(({ entries }) => presentOf<DatasetRecord>(entries));
  const sources = records.flatMap((record) => record.sources);
  const doubts = records.flatMap((record) => record.doubts);
  return `${counted(records.length, 'record')} with ${counted(sources.length, 'source')} and ${counted(doubts.length, 'stated doubt')}`;
};
