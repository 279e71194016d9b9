import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { sha256Hex } from '../domain/json/hash.ts';
import { runCommand } from './terminal.ts';

const make = (): void => {
  const token = randomBytes(32).toString('base64url');
  process.stdout.write(`Token (shown once, stored nowhere; send it as \`Authorization: Bearer <token>\`):
${token}

Setting for the service (the hash, never the token):
ADMIN_TOKEN_SHA256=${sha256Hex(token)}
`);
};

const program = new Command('admin-token')
  .description('Create an administrator token and its hash for the settings.')
  .action(make);

await runCommand(() => program.parseAsync());
