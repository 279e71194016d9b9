import { AgentFacts, checkAgentFacts } from '../domain/agent/agent.ts';
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
    : checkYamlFile(AgentFacts, AGENT_FILE, text, checkAgentFacts);
};
