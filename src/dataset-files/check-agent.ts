import { AgentFacts, checkAgentFacts } from '../domain/agent/agent.ts';
import { checkFileRules } from './check-file-rules.ts';
import { type DatasetProblem, fileProblem } from './problem-report.ts';
import { checkYamlFile } from './yaml-file.ts';

/** The file of the facts about the agent. */
export const AGENT_FILE = 'datasets/agent.yaml';

/** The facts about the agent in the text of their file, or every problem with it. Pure; never throws. */
export const checkAgent = (text: string | undefined): { agent?: AgentFacts; problems: DatasetProblem[] } => {
  if (text === undefined) {
    return { problems: [fileProblem(AGENT_FILE, 'is missing; expected the facts about the agent')] };
  }
  const checked = checkYamlFile(AgentFacts, AGENT_FILE, text);
  const problems = [...checked.problems, ...checkFileRules(AGENT_FILE, checked, checkAgentFacts)];
  return problems.length === 0 && checked.value ? { agent: checked.value, problems } : { problems };
};
