import { once } from 'node:events';
import { newFolder, run } from '../server.ts';

/** `npm run devnet` as a process of its own, and the settings that it prints to be exported. */
export const startDevnet = async (blockMs = 100) => {
  const folder = await newFolder();
  const child = run('cli/devnet.ts', ['--port', '0', '--block-ms', String(blockMs), '--folder', folder], {});
  let output = '';
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (output.includes('Stop it with Ctrl-C')) resolve();
    });
    void ended.then(() => reject(new Error(`the simulation ended:\n${output}${errors}`)));
  });
  const settings = Object.fromEntries(
    [...output.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name!, value!]),
  );
  return {
    output,
    settings,
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
