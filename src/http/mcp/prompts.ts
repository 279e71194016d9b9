import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { layerLevelTerms, layerTerms } from '../../domain/datasets/accountability-map/terms.ts';

const CAUTION =
  'Say for each statement where it comes from, report doubts as doubts, and do not call anything verified that no check has verified.';

const layers = Object.entries(layerTerms).map(([id, { meaning }]) => `${id} (${meaning.replace(/\.$/, '')})`);
const levels = Object.keys(layerLevelTerms);

interface PromptTemplate {
  readonly title: string;
  readonly description: string;
  readonly argument: { readonly name: string; readonly description: string };
  readonly textFor: (value: string) => string;
}

const templates: Readonly<Record<string, PromptTemplate>> = {
  checkAgent: {
    title: 'Check an agent',
    description: 'What is known about an agent, and which of it was checked.',
    argument: { name: 'agent', description: 'The name, the registry number or the address of the agent.' },
    textFor: (agent) =>
      `What can be shown about this agent: ${agent}\n\nCall searchRecords with dataset "verified-agent-observatory", then readRecord for what matches. Report what the agent claims, by whom it is claimed, which checks of \`verifiable\` were run and with which result, the verification level and the doubts. If nothing matches, say that this dataset does not know the agent, which says nothing about it. ${CAUTION}`,
  },
  explainReceipt: {
    title: 'Explain a decision receipt',
    description: 'Who decided what, within which bounds, and what is proven about it.',
    argument: { name: 'receipt_hash_sha256', description: 'The hash of the receipt, 64 hexadecimal digits.' },
    textFor: (hash) =>
      `Explain the decision receipt ${hash} to a reader who does not know this service.\n\nCall readReceipt, and getEvidencePack if the reader wants to dispute it. Say who decided what and when, which bounds of the mandate were kept, broken or not checkable, and then, apart from each other: is the receipt intact, from whom is it, since when does it exist. \`unverified\` is not \`invalid\`. Say whether it is a made-up example, and how to check it without this service. ${CAUTION}`,
  },
  findSystems: {
    title: 'Which systems cover a need',
    description: 'Standards, registries and services for the accountability of agents that cover a need.',
    argument: { name: 'need', description: 'What is needed, for instance signed receipts or revocation.' },
    textFor: (need) =>
      `Which systems cover this need: ${need}\n\nChoose the layers that it is about: ${layers.join('; ')}. For each, call searchRecords with dataset "agent-accountability-map" and where {"layers.<layer>.level": "native"}, then "partial" and "extension" (the levels are ${levels.join(', ')}), and readRecord for what fits. Compare mechanism, status and chains of the candidates, with their sources. ${CAUTION}`,
  },
};

/** In characters, counted as the lengths of all texts are (SPEC.md §2.1). */
const VALUE_MAX = 500;

export const listPrompts = (): Prompt[] =>
  Object.entries(templates).map(([name, { title, description, argument }]) => ({
    name,
    title,
    description,
    arguments: [{ ...argument, required: true }],
  }));

/** The prompt of this name, or what is wrong with the request for it. */
export const getPrompt = (
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): GetPromptResult | { readonly problem: string } => {
  const template = Object.hasOwn(templates, name) ? templates[name]! : undefined;
  if (template === undefined) return { problem: `Expected one of the prompts ${Object.keys(templates).join(', ')}.` };
  const { argument, description, textFor } = template;
  const value = Object.hasOwn(given, argument.name) ? given[argument.name] : undefined;
  if (typeof value !== 'string' || value.trim() === '' || [...value].length > VALUE_MAX)
    return { problem: `The argument ${argument.name} is a text of 1 to ${VALUE_MAX} characters.` };
  return { description, messages: [{ role: 'user', content: { type: 'text', text: textFor(value) } }] };
};
