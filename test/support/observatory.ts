import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { completeRecords } from '../../src/domain/datasets/observatory/complete.ts';
import { ObservatoryFile, type ObservatoryRecord } from '../../src/domain/datasets/observatory/record.ts';

const readme = readFileSync('datasets/README.md', 'utf8');
const template = parse(/## Template: observatory record.*?```yaml\n(.*?)```/s.exec(readme)![1]!) as ObservatoryFile;

/** The file of an observatory record without addresses and checks, with the members that a test is about. */
export const observatoryFile = (members: Partial<ObservatoryFile>): ObservatoryFile => {
  const { agent_card: _card, keys: _keys, withdrawn_on: _on, withdrawn_reason: _reason, ...rest } = template;
  return ObservatoryFile.parse({
    ...rest,
    identity: [{ method: 'domain', value: 'example.org' }],
    verifiable: [{ check: 'domain_proof', how: 'Fetch a file from the domain.' }],
    ...members,
  });
};

/** The same as it is published, where nothing was observed. */
export const observatoryRecord = (members: Partial<ObservatoryFile>): ObservatoryRecord =>
  completeRecords([observatoryFile(members)], () => [])[0]!;

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
