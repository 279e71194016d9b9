/** Invalid settings. The message names each with the problem of its value and the accepted form. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const many = problems.length === 1 ? 'One setting' : `${problems.length} settings`;
    super(`${many} cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}
