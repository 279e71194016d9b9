import { expect } from 'vitest';
import { type Answer, call, post } from './call.ts';
import { asAdmin } from './chain-double/settings.ts';
import type { RunningServer } from './server.ts';

type Reached = Pick<RunningServer, 'url'>;

/** Where everything about anchors is, relative to the base address. */
export const KIT = '/api/agent-acceptance-kit';

export const live = (
  server: Reached,
  hash: string,
  headers: Readonly<Record<string, string>> = asAdmin,
): Promise<Answer> => post(`${server.url}${KIT}/anchor-live`, { receipt_hash_sha256: hash }, headers);
export const lookUp = (server: Reached, hash: string): Promise<Answer> => call(`${server.url}${KIT}/anchors/${hash}`);
export const preview = (server: Reached, body: unknown): Promise<Answer> =>
  post(`${server.url}${KIT}/anchor-preview`, body);
/** The codes of the reasons why a live anchor would be declined. */
export const reasonsOf = ({ json }: Answer): string[] =>
  (json['reasons'] as { code: string }[]).map(({ code }) => code);

/** No anchor is stored and no money is bound. */
export const expectNothingStored = async (server: Reached): Promise<void> => {
  const { json } = await call(`${server.url}${KIT}/manifest`);
  expect(json).toMatchObject({ stored_anchor_count: 0, budget: { spent_microccd: '0', reserved_microccd: '0' } });
};
