import type { DatasetId } from '../../dataset-files/registry.ts';
import { mapView } from './accountability-map.ts';
import { decisionView } from './decisions.ts';
import type { View } from './list.ts';
import { observatoryView } from './observatory.ts';

/** The view of every dataset. */
export const views: Readonly<Record<DatasetId, View<never>>> = {
  'verified-agent-observatory': observatoryView,
  'agent-accountability-map': mapView,
  'governance-decision-memory': decisionView,
};
