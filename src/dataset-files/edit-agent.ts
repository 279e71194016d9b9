import { parseDocument } from 'yaml';
import type { AgentFacts } from '../domain/agent/agent.ts';

const COMMENT =
  ' The one agent that this service speaks for. Status, capabilities, the agent card and the pages read this file.\n' +
  ' npm run agent -- init writes it; OPERATIONS.md says how. Never fill in an account that is not yours.';

/** The text of the file about the agent with these facts in place of its own; the order of its members stays. */
export const replaceAgentFacts = (text: string, facts: Partial<Record<keyof AgentFacts, unknown>>): string => {
  const document = parseDocument(text.replace(/^(#.*\n)+/, ''));
  document.commentBefore = COMMENT;
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined) document.delete(name);
    else document.set(name, document.createNode(value));
  }
  return document.toString({ lineWidth: 110 });
};
