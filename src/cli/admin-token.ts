import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { sha256Hex } from '../domain/json/hash.ts';
import { ADMIN_TOKEN_BYTES, adminToken } from '../http/admin-token.ts';
import { runCommand } from './terminal.ts';

const make = (): void => {
  const token = adminToken(randomBytes(ADMIN_TOKEN_BYTES));
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
