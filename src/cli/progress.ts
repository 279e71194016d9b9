/** Shows a progress bar on standard error when that is a terminal. */
export const progress = async (total: number, what: string): Promise<{ add(count: number): void; stop(): void }> => {
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({
    format: `${what} [{bar}] {value}/{total}, {eta_formatted} left`,
    stream: process.stderr,
    noTTYOutput: false,
    hideCursor: true,
  });
  bar.start(total, 0);
  return { add: (count) => bar.increment(count), stop: () => bar.stop() };
};
