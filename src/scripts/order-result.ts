import { nextMoveWords, orderWords } from '../components/adjudication/words.ts';
import type { WorkOrderPack } from '../domain/adjudication/work-order-pack.ts';
import { offerDocument } from './offer-document.ts';
import { find, findAll } from './page-elements.ts';
import { leaveDocument } from './read-file.ts';

const result = find('[data-order-result]');
const body = find('[data-criterion-row]', result).parentElement!;
const template = find('[data-criterion-row]', result).cloneNode(true) as HTMLElement;
/** The pack as it was answered, for /verify. */
let packText = find('[data-json]', result).textContent;
/** The order that the shown pack was made for, as JSON; undefined for the worked example. */
let packed: string | undefined;

const buildCriterion = ({
  id,
  must,
  accepted_kinds,
  criterion,
}: WorkOrderPack['acceptance_criteria'][number]): Node => {
  const row = template.cloneNode(true) as HTMLElement;
  const cells: Readonly<Record<string, string>> = {
    text: criterion.text,
    id,
    must: must ? 'yes' : 'no',
    kinds: accepted_kinds.join(', ') || 'none',
  };
  for (const cell of findAll('[data-cell]', row)) cell.textContent = cells[cell.dataset['cell']!]!;
  return row;
};

const showNextMove = (pack: WorkOrderPack): void => {
  const { would_be_allowed, guard_checks } = pack.state_machine.next_move;
  const box = find('[data-next-move]', result);
  box.className = `notice ${would_be_allowed ? 'allowed' : 'refused'}`;
  find('p', box).textContent = nextMoveWords(pack);
  const reasons = guard_checks.filter(({ holds }) => !holds);
  find('[data-guards]', box).replaceChildren(
    ...reasons.map(({ check, problems }) => {
      const item = document.createElement('li');
      const name = document.createElement('code');
      name.textContent = check;
      item.append(name, `: ${problems.map(({ detail }) => detail).join('; ')}`);
      return item;
    }),
  );
};

/** Says whether the shown pack is that of the order in the form. */
export const noteOrder = (order: object): void => {
  if (packed === undefined) return;
  find('[data-note]', result).textContent =
    packed === JSON.stringify(order)
      ? 'As the service built it just now. Nothing of it is kept.'
      : 'The form has changed since this pack was made: this is the pack of the order as it was. Nothing of it is kept.';
};

/** Shows a pack in the place of the one before. @param text the pack as it was answered. @param order what it was made for */
export const showPack = (pack: WorkOrderPack, text: string, order: object): void => {
  packText = text;
  packed = JSON.stringify(order);
  find('[data-heading]', result).textContent = 'Your pack';
  showNextMove(pack);
  const words = orderWords(pack);
  for (const place of findAll('[data-out]', result))
    place.textContent = words[place.dataset['out'] as keyof typeof words];
  for (const place of findAll('[data-hash]', result)) {
    const value = String(pack[place.dataset['hash'] as keyof WorkOrderPack]);
    find('code', place).textContent = value;
    find('[data-copy]', place).dataset['copy'] = value;
  }
  for (const { name, registered_data_hex } of pack.concordium_commitments.commitments)
    find(`[data-bytes="${name}"]`, result).textContent = registered_data_hex;
  body.replaceChildren(...pack.acceptance_criteria.map(buildCriterion));
  offerDocument(find('[data-pack]', result), pack, text, `work-order-pack-${pack.pack_hash_sha256.slice(0, 12)}.json`);
  find('[data-heading]', result).focus();
};

find('[data-verify]', result).addEventListener('click', () => leaveDocument(packText));
