/** `npm run bench`: ratios measured side by side in one run. Absolute figures mean little on a shared machine. */
import { benchAnchors } from './anchors.ts';
import { benchPreviews } from './previews.ts';
import { benchServer } from './server.ts';
import { printTable } from './report.ts';

process.exitCode = printTable([...(await benchServer()), ...(await benchAnchors()), ...(await benchPreviews())])
  ? 0
  : 1;
