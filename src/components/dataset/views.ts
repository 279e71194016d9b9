import type { DatasetId } from '../../dataset-files/registry.ts';
import { mapView } from './accountability-map.ts';
import { decisionView } from './decisions.ts';
import type { List } from './list.ts';
import { observatoryView } from './observatory.ts';
import type { Face, Said, Section } from './said.ts';

/** What a dataset has of its own on its page and on those of its records. */
interface View {
  /** What its page says first. */
  readonly lede: string;
  readonly list: List;
  /** How its records are to be read. */
  readonly limits: readonly Said[];
  /** How it is made. */
  readonly method: readonly Section[];
  /** The page that shows records beside one another. */
  readonly compare?: string;
  readonly face: (record: never) => Face;
}

/** The view of every dataset. */
export const views: Readonly<Record<DatasetId, View>> = {
  'verified-agent-observatory': observatoryView,
  'agent-accountability-map': mapView,
  'governance-decision-memory': decisionView,
};
