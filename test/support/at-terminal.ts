import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment } from './server.ts';

const project = join(import.meta.dirname, '../..');

/** Gives a program a terminal, and types each answer once its question is there. */
const driver = `
import fcntl, json, os, pty, select, signal, struct, sys, termios
command, answers, change = sys.argv[2:], *json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 40, 300, 0, 0))
said, seen = '', 0
while True:
    if not select.select([terminal], [], [], 20)[0]:
        os.kill(pid, signal.SIGKILL)
        break
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    said += piece.decode('utf-8', 'replace')
    while answers and answers[0][0] in said[seen:]:
        seen = said.index(answers[0][0], seen) + len(answers[0][0])
        if change and change[0] == answers[0][0]:
            open(change[1], 'w').write(change[2])
        os.write(terminal, answers.pop(0)[1].encode())
_, status = os.waitpid(pid, 0)
print(json.dumps({'code': os.waitstatus_to_exitcode(status), 'said': said, 'left': answers}))
`;

/**
 * What a command says at a terminal of its own, where each question is answered with these keys.
 * @param change a file that gets another content before the answer to a question.
 */
export const atTerminal = async (
  file: string,
  args: readonly string[],
  answers: readonly (readonly [question: string, keys: string])[],
  change?: readonly [question: string, file: string, content: string],
): Promise<{ code: number; said: string; left: unknown[] }> => {
  const command = [process.execPath, join('src', file), ...args];
  const child = spawn('python3', ['-c', driver, JSON.stringify([answers, change ?? null]), ...command], {
    cwd: project,
    env: { ...environment({}), TERM: 'xterm' },
  });
  let said = '';
  let failed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (failed += chunk));
  await new Promise((resolve) => child.on('close', resolve));
  if (failed !== '') throw new Error(failed);
  return JSON.parse(said) as { code: number; said: string; left: unknown[] };
};
