import { z } from 'zod';
import { PROBLEMS_LISTED_MAX } from './errors.ts';

/** zod's own array finds every problem of every item, however many: far more work than the answer has room for. */
const List = z.core.$constructor<z.ZodArray>('List', (inst, def) => {
  z.ZodArray.init(inst, def);
  const parseOther = inst._zod.parse;
  inst._zod.parse = (payload, context) => {
    const given: unknown = payload.value;
    if (!Array.isArray(given)) return parseOther(payload, context);
    const items: unknown[] = Array.from({ length: given.length });
    for (let index = 0; index < given.length && payload.issues.length < PROBLEMS_LISTED_MAX; index++) {
      // Only a schema that waits for something gives a promise, and none here does.
      const item = def.element._zod.run({ value: given[index], issues: [] }, context) as z.core.ParsePayload;
      if (item.issues.length > 0) payload.issues.push(...z.core.util.prefixIssues(index, item.issues));
      items[index] = item.value;
    }
    payload.value = items;
    return payload;
  };
});

/** An array whose items are looked at up to the one with which as many problems are found as a refusal lists (SPEC.md §2.9). */
export const listOf = <Item extends z.ZodType>(element: Item): z.ZodArray<Item> =>
  new List({ type: 'array', element }) as unknown as z.ZodArray<Item>;
