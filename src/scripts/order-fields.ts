import type { WorkOrderRequest } from '../domain/adjudication/work-order.ts';
import { find, findAll } from './page-elements.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

const form = find<HTMLFormElement>('form[data-order-form]');
const criteria = find('[data-criteria]', form);
const rows = (): HTMLElement[] => findAll('[data-criterion]', criteria);
const template = rows()[0]!.cloneNode(true) as HTMLElement;

const control = (at: string): Control => find<Control>(`[data-at="${at}"]`, form);
const read = (at: string): string => control(at).value.trim();

/** Gives the fields of every criterion the places that it has in the list. */
const numberRows = (): void => {
  for (const [index, row] of rows().entries()) {
    for (const name of ['text', 'id', 'accepted_kinds']) {
      const at = `/acceptance_criteria/${index}/${name}`;
      const id = `order${at.replaceAll('/', '-')}`;
      const input = find<HTMLInputElement>(`[data-at$="/${name}"]`, row);
      const problem = find(`[data-problem-of$="/${name}"]`, row);
      find('label', input.parentElement!).setAttribute('for', id);
      input.id = id;
      input.dataset['at'] = at;
      input.setAttribute('aria-describedby', `${id}-problem`);
      problem.id = `${id}-problem`;
      problem.dataset['problemOf'] = at;
    }
    find('[data-remove]', row).setAttribute('aria-label', `Remove criterion ${index + 1}`);
  }
};

const buildRow = (text: string, id: string, kinds: string, must: boolean): HTMLElement => {
  const row = template.cloneNode(true) as HTMLElement;
  find<HTMLInputElement>('[data-at$="/text"]', row).value = text;
  find<HTMLInputElement>('[data-at$="/id"]', row).value = id;
  find<HTMLInputElement>('[data-at$="/accepted_kinds"]', row).value = kinds;
  find<HTMLInputElement>('[data-must]', row).checked = must;
  return row;
};

numberRows();

/** Adds an empty criterion. @returns its first field. */
export const addCriterion = (): HTMLElement => {
  const row = buildRow('', '', '', true);
  criteria.append(row);
  numberRows();
  return find('[data-at$="/text"]', row);
};

export const removeCriterion = (row: Element): void => {
  row.remove();
  numberRows();
};

/** Writes an order into the fields. */
export const fillOrder = ({ acceptance_criteria, evidence_rules, ...order }: WorkOrderRequest): void => {
  control('/title').value = order.title;
  control('/description').value = order.description;
  control('/reference').value = order.reference ?? '';
  for (const party of ['client', 'agent'] as const) {
    control(`/${party}/name`).value = order[party].name;
    control(`/${party}/account`).value = order[party].account;
  }
  control('/escrow/amount_minor').value = String(order.escrow.amount_minor);
  control('/escrow/currency').value = order.escrow.currency;
  control('/escrow/deadline').value = order.escrow.deadline.replace(/(:00)?Z$/, '');
  criteria.replaceChildren(
    ...acceptance_criteria.map(({ id, text, must }) => {
      const rule = evidence_rules.find(({ criterion_id }) => criterion_id === id);
      return buildRow(text, id, rule?.accepted_kinds.join(', ') ?? '', must);
    }),
  );
  numberRows();
};

const splitKinds = (text: string): string[] =>
  text
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '');

/** The order as the fields say it, to be checked. Empty optional fields are left out. */
export const readOrder = () => {
  const party = (name: string) => ({ name: read(`/${name}/name`), account: read(`/${name}/account`) });
  const amount = read('/escrow/amount_minor');
  const deadline = read('/escrow/deadline');
  const listed = rows().map((row, index) => ({
    id: read(`/acceptance_criteria/${index}/id`),
    text: read(`/acceptance_criteria/${index}/text`),
    must: find<HTMLInputElement>('[data-must]', row).checked,
    kinds: splitKinds(read(`/acceptance_criteria/${index}/accepted_kinds`)),
  }));
  return {
    title: read('/title'),
    description: read('/description'),
    ...(read('/reference') === '' ? {} : { reference: read('/reference') }),
    client: party('client'),
    agent: party('agent'),
    escrow: {
      amount_minor: /^\d{1,16}$/.test(amount) ? Number(amount) : amount,
      currency: read('/escrow/currency'),
      deadline: deadline === '' ? '' : `${deadline}${deadline.length === 16 ? ':00' : ''}Z`,
    },
    acceptance_criteria: listed.map(({ kinds: _, ...criterion }) => criterion),
    evidence_rules: listed
      .filter(({ kinds }) => kinds.length > 0)
      .map(({ id, kinds }) => ({ criterion_id: id, accepted_kinds: kinds })),
  };
};

/** The criteria that have a rule, in the order of the rules. */
const ruledCriteria = (): number[] =>
  rows().flatMap((_, index) =>
    splitKinds(read(`/acceptance_criteria/${index}/accepted_kinds`)).length > 0 ? [index] : [],
  );

/** The field that a pointer into the order leads to; undefined where there is none. */
export const fieldAt = (pointer: string): HTMLElement | undefined => {
  const ruled = /^\/evidence_rules\/(\d+)\/(\w+)/.exec(pointer);
  const at = ruled
    ? `/acceptance_criteria/${ruledCriteria()[Number(ruled[1])]}/${ruled[2] === 'criterion_id' ? 'id' : 'accepted_kinds'}`
    : pointer;
  return findAll('[data-at], [data-problem-of]', form).find(
    ({ dataset }) => dataset['at'] === at || (dataset['at'] === undefined && dataset['problemOf'] === at),
  );
};
