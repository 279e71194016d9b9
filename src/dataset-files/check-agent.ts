import { parseDocument } from 'yaml';
import { AgentFacts, checkAgentFacts } from '../domain/agent/agent.ts';
import { checkTexts } from '../domain/datasets/record/rules.ts';
import { type DatasetProblem, fileProblem } from './problem-report.ts';
import type { FileTexts } from './read-files.ts';
import { checkYamlFile } from './yaml-file.ts';

/** The file of the facts about the agent. */
export const AGENT_FILE = 'datasets/agent.yaml';

/** The facts about the agent in their file, or every problem with it. Pure; never throws. */
export const checkAgent = (texts: FileTexts): { value?: AgentFacts; problems: DatasetProblem[] } => {
  const text = texts[AGENT_FILE];
  return text === undefined
    ? { problems: [fileProblem(AGENT_FILE, 'is missing; expected the facts about the agent')] }
    : checkYamlFile(AgentFacts, AGENT_FILE, text, (facts) => [...checkAgentFacts(facts), ...checkTexts(facts)]);
};

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
