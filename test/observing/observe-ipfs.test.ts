import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inChecksumCase } from '../../src/domain/chains/address-rules.ts';
import { sha256Hex } from '../../src/domain/json/hash.ts';
import { hostTurns } from '../../src/observing/host-turns.ts';
import { findContent } from '../../src/observing/ipfs.ts';
import { registryReaders } from '../../src/observing/registry-readers.ts';
import { openEvmNode } from '../support/evm-node.ts';
import { lookAt, observedServer, outcomes } from '../support/observed-server.ts';

const CHAIN = 'eip155:8453';
const owner = inChecksumCase(`0x${'c0ffee'.repeat(6)}abcd`);
const gateway = observedServer();
let node: Awaited<ReturnType<typeof openEvmNode>>;
beforeAll(async () => {
  node = await openEvmNode(8453);
});
afterAll(() => node.close());

/** The identifier of plain bytes (CIDv1, raw, SHA-256), in base16. */
const cidOf = (text: string) => `f01551220${sha256Hex(text)}`;
const fileNaming = (agentId: string) =>
  JSON.stringify({
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1',
    name: 'An agent',
    description: 'For tests.',
    services: [{ name: 'web', endpoint: 'https://example.org/' }],
    registrations: [{ agentId: Number(agentId), agentRegistry: `${CHAIN}:${node.contract}` }],
  });
const nextId = async () => String(Number(await node.register(owner, '')) + 1);
const fileOf = async (uri: string, tools: { ipfsGateway?: string } = { ipfsGateway: gateway.url }) => {
  const agentId = await node.register(owner, uri);
  const registry = registryReaders(undefined, [{ url: new URL(node.url), chainId: CHAIN }], hostTurns(0));
  const identity = {
    method: 'erc-8004',
    chain_id: CHAIN,
    registry: `${CHAIN}:${node.contract}`,
    agent_ref: agentId,
  } as const;
  const looks = await lookAt({ identity: [identity] }, registry, tools);
  return looks.find(({ target }) => target === 'agent_card');
};

describe('a registration file that is named by its content', () => {
  test('is read through the gateway, and names the registry entry', async () => {
    const file = fileNaming(await nextId());
    gateway.documents[`/ipfs/${cidOf(file)}`] = file;
    const seen = await fileOf(`ipfs://${cidOf(file)}`);
    expect(outcomes(seen)).toMatchObject({ reach: 'reachable', schema: 'match', identity: 'match' });
    expect(seen!.answer!.sha256).toBe(sha256Hex(file));
  });

  test('is not taken from a gateway that gives other bytes', async () => {
    const file = fileNaming(await nextId());
    gateway.documents[`/ipfs/${cidOf(file)}`] = `${file} `;
    const seen = await fileOf(`ipfs://${cidOf(file)}`);
    expect(outcomes(seen)).toMatchObject({ reach: 'unreachable: other_hash', schema: 'unread: not_fetched' });
    expect(seen!.answer).toBeUndefined();
  });

  test.each([
    'ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    `ipfs://${cidOf('a folder')}/agent.json`,
  ])('is not asked for where its bytes cannot be checked: %s', async (uri) => {
    const before = gateway.asked.length;
    expect(outcomes(await fileOf(uri))).toEqual({ schema: 'unread: content_unchecked' });
    expect(gateway.asked).toHaveLength(before);
  });

  test('is not asked for where no gateway is named', async () => {
    const registered = cidOf('a file');
    const before = gateway.asked.length;
    expect(outcomes(await fileOf(`ipfs://${registered}`, {}))).toEqual({ schema: 'unread: no_gateway' });
    expect(gateway.asked).toHaveLength(before);
  });
});

test('the identifier of no bytes stands for their hash', () => {
  const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
  expect(findContent(`ipfs://${cid}`)).toEqual({ cid, sha256: sha256Hex('') });
});
