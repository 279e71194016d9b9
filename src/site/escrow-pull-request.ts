import { BOUNDARY } from '../domain/adjudication/preview.ts';
import { schemaPath } from '../domain/vocabulary/service.ts';
import { buildDescriptors } from './build-descriptors.ts';
import { descriptors } from './descriptors.ts';
import { examplePath, examples } from './examples.ts';

/** One file that the pull request would add, and its source. */
export interface ProposedFile {
  readonly path: string;
  readonly holds: string;
  /** Address of the published source, relative to the base address; undefined for a file that has yet to be written. */
  readonly source?: string;
}

/** A pull request that would add this flow to the agent escrow of an adjudication layer. None was made. */
export interface EscrowPullRequest {
  readonly files: readonly ProposedFile[];
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
  const schemaFile = (id: string, holds: string): ProposedFile => ({
    path: `schemas/${id}.json`,
    holds,
    source: schemaPath(id),
  });
  const files: readonly ProposedFile[] = [
    {
      path: 'README.md',
      holds: 'This description: what the flow is, and what it is not.',
      source: ESCROW_TEXT_PATH,
    },
    {
      path: 'interface/contract-spec.json',
      holds: `The ${runner.contract.methods.length} conceptual methods, the table of moves and the verdict rules.`,
      source: descriptors.runner.path,
    },
    schemaFile(order.operations[0]!.returns, `The ${order.required_sections.length} sections of a work order pack.`),
    schemaFile(
      evidence.operations[0]!.returns,
      `The ${evidence.required_sections.length} sections of an evidence pack.`,
    ),
    schemaFile(runner.operations[0]!.returns, 'The record of a run, with its chain of hashes.'),
    schemaFile(runner.expected_verdict_schema.schema, 'The verdict that is expected back.'),
    ...[examples.workOrderPack, examples.evidencePack, examples.runReceipt].map((example) => ({
      path: `examples/${example.name}.json`,
      holds: `${example.summary}.`,
      source: examplePath(example),
    })),
    {
      path: 'test-vectors/',
      holds: 'Inputs that a verifier must accept or refuse, each with the rule it tests.',
      source: '/data/vectors/index.json',
    },
    {
      path: 'escrow/',
      holds:
        'The escrow itself, in the language of the layer. It does not exist; the maintainers of the layer would have to decide to build it.',
    },
  ];
  const text = [
    '# Agent work orders: evidence in, verdict out',
    'Status: not submitted. This is a draft that has not been sent to anyone.',
    `## What it would add\n\nA flow in which an agent's work order is opened with its hashes, evidence is bound to it, a verdict is requested, and release, refund or escalation follows. ${BOUNDARY}`,
    `## Files\n\n${list(files.map(({ path, holds, source }) => `\`${path}\`: ${holds}${source === undefined ? '' : ` From ${baseUrl}${source}`}`))}`,
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
  return { files, boundaries, text: `${text}\n` };
};
