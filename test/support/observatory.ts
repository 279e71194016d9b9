import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ObservatoryRecord } from '../../src/domain/datasets/observatory/record.ts';

const readme = readFileSync('datasets/README.md', 'utf8');
const template = parse(/## Template: observatory record.*?```yaml\n(.*?)```/s.exec(readme)![1]!) as ObservatoryRecord;

/** An observatory record without addresses, with the members that a test is about. */
export const observatoryRecord = (members: Partial<ObservatoryRecord>): ObservatoryRecord => {
  const { agent_card: _card, keys: _keys, withdrawn_on: _on, withdrawn_reason: _reason, ...rest } = template;
  return ObservatoryRecord.parse({ ...rest, identity: [{ method: 'domain', value: 'example.org' }], ...members });
};

/** The smallest complete A2A 1.0 card. */
export const a2aCard = {
  name: 'A card',
  description: 'A card for tests.',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://example.org/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'one', name: 'One', description: 'Does one thing.', tags: ['one'] }],
};
