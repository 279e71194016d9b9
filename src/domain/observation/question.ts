import type { ObservatoryFile } from '../datasets/observatory/record.ts';
import { notRun, type Outcome } from './outcome.ts';
import type { Document, Sources } from './sources.ts';

/** The members of a record that say what can be observed. */
export type ObservedRecord = Pick<ObservatoryFile, 'identity' | 'agent_card' | 'keys' | 'receipts' | 'withdrawn_on'> & {
  readonly verifiable: readonly Pick<
    ObservatoryFile['verifiable'][number],
    'check' | 'reads' | 'endpoints' | 'entries'
  >[];
};

/** One thing to ask for a check, and how what comes of it is judged. */
export interface Question {
  /** What is asked, as the record names it. */
  readonly address: string;
  readonly judge: (sources: Sources) => Promise<Outcome>;
}

/** Judges a document, or says why there is none. */
export const withDocument = async (
  { document }: Pick<Sources, 'document'>,
  address: string,
  judge: (found: Document) => Outcome | Promise<Outcome>,
  status?: number,
): Promise<Outcome> => {
  const fetched = await document(address, status === undefined ? {} : { status });
  return fetched.ok ? judge(fetched) : notRun(fetched.reason);
};

/** The card of a record; for a record without one, the A2A card that is its identity. */
export const cardOf = ({ identity, agent_card: card }: ObservedRecord): ObservedRecord['agent_card'] => {
  const url = identity.find(({ method, value }) => method === 'a2a-agent-card' && value?.startsWith('http'))?.value;
  return card ?? (url === undefined ? undefined : { url, format: 'a2a-agent-card' });
};
