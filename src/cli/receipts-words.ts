import { boundWords, type checkMandateScope } from '../domain/receipts/mandate-scope.ts';
import { columns } from './terminal.ts';

/** Each bound of a mandate on a line of its own: kept, broken or not checkable, and why. */
export const boundLines = ({ constraints }: ReturnType<typeof checkMandateScope>): string =>
  constraints.length === 0
    ? '  The mandate sets no bounds.'
    : columns(
        constraints.map(({ type, result, reason, settled_by }) => [
          `  ${boundWords[result]}`,
          type,
          settled_by === null ? reason : `${reason} Settled by: ${settled_by}`,
        ]),
      );
