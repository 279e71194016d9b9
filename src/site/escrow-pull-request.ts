import { BOUNDARY } from '../domain/adjudication/preview.ts';
import { schemaPath } from '../domain/vocabulary/service.ts';
import { buildDescriptors } from './build-descriptors.ts';
import { descriptors } from './descriptors.ts';
import { examplePath, examples } from './examples.ts';

/** A pull request that would add this flow to the agent escrow of an adjudication layer. None was made. */
export interface EscrowPullRequest {
  readonly boundaries: readonly string[];
  /** The description of the pull request, in Markdown. */
  readonly text: string;
}

export const ESCROW_TEXT_PATH = '/static/examples/agent-escrow-pull-request.txt';

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** @param options.baseUrl the configured base address, without a slash at its end. */
export const buildEscrowPullRequest = async ({ baseUrl }: { baseUrl: string }): Promise<EscrowPullRequest> => {
  const { evidencePack: evidence, workOrderPack: order, runner } = await buildDescriptors({ baseUrl });
  const boundaries = [...new Set([...runner.boundaries, ...order.boundaries, ...evidence.boundaries])];
  const schemas = [order.operations[0]!, evidence.operations[0]!, runner.operations[0]!].map(({ returns }) => returns);
  /** Each file that the pull request would add, with the published source that it copies. */
  const files = [
    ['interface/contract-spec.json', descriptors.runner.path],
    ...[...schemas, runner.expected_verdict_schema.schema].map((id) => [`schemas/${id}.json`, schemaPath(id)]),
    ...Object.values(examples).map((example) => [`examples/${example.name}.json`, examplePath(example)]),
    ['test-vectors/', '/data/vectors/index.json'],
  ];
  const text = [
    '# Agent work orders: evidence in, verdict out',
    'Status: not submitted. This is a draft that has not been sent to anyone.',
    `## What it would add\n\nA flow in which an agent's work order is opened with its hashes, evidence is bound to it, a verdict is requested, and release, refund or escalation follows. ${BOUNDARY}`,
    `## Files\n\n${list(files.map(([path, source]) => `\`${path}\`: a copy of ${baseUrl}${source}`))}\n- \`escrow/\`: the escrow itself, in the language of the layer. It does not exist; the maintainers of the layer would have to decide to build it.`,
    `## Interface (${runner.contract.name}, descriptive only)\n\n${list(
      runner.contract.methods.map(
        ({ method, payable, phase, inputs, effect_in_preview: effect }) =>
          `\`${method}(${inputs.join(', ')})\`, ${payable ? 'payable' : 'not payable'}, phase \`${phase}\`; in the preview: \`${effect}\``,
      ),
    )}`,
    `## States\n\n${runner.state_machine.transitions
      .map(({ from, event, guard, to }, at) => `${at + 1}. \`${from}\`, \`${event}\` (${guard}) to \`${to}\``)
      .join('\n')}\n\n${runner.state_machine.refusals}`,
    `## What it does not do\n\n${list(boundaries)}`,
  ].join('\n\n');
  return { boundaries, text: `${text}\n` };
};
