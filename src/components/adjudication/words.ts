/** A scenario in words: `criterion_failed` is read as “criterion failed”. */
export const scenarioWords = (scenario: string): string => scenario.replaceAll('_', ' ');
