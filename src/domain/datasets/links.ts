import type { MapRecord } from './accountability-map/record.ts';
import type { RuleProblem } from '../vocabulary/rule-problem.ts';
import type { DecisionRecord } from './governance/record.ts';
import type { ObservatoryRecord } from './observatory/record.ts';

/** The records that links run between. A dataset with broken files holds only its readable ones. */
export interface LinkedRecords {
  readonly 'verified-agent-observatory': readonly ObservatoryRecord[];
  readonly 'agent-accountability-map': readonly MapRecord[];
  readonly 'governance-decision-memory': readonly DecisionRecord[];
}

/** A broken link, with the record in which it stands. */
export interface LinkProblem extends RuleProblem {
  readonly dataset: keyof LinkedRecords;
  readonly id: string;
}

/**
 * Whether an id exists. Ids are the names of files, so a file that cannot be read still counts:
 * one broken file does not make every link to it look broken too.
 */
export type KnownIds = Readonly<Record<keyof LinkedRecords, ReadonlySet<string>>>;

const checkList = (
  ids: readonly string[] | undefined,
  own: { dataset: keyof LinkedRecords; id: string; member: string },
  target: keyof LinkedRecords,
  known: KnownIds,
): LinkProblem[] =>
  (ids ?? []).flatMap((id, at): LinkProblem[] => {
    const problem = (message: string): LinkProblem[] => [
      { dataset: own.dataset, id: own.id, path: [own.member, at], message },
    ];
    if (ids!.indexOf(id) < at) return problem(`"${id}" is in the list already; expected each id once`);
    if (own.dataset === target && own.id === id) return problem('names the record itself; expected another one');
    if (!known[target].has(id)) return problem(`there is no record "${id}" in ${target}; expected the id of one`);
    return [];
  });

const checkReplacements = (decisions: readonly DecisionRecord[], known: KnownIds): LinkProblem[] => {
  const dataset = 'governance-decision-memory';
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  const opposite = { supersedes: 'superseded_by', superseded_by: 'supersedes' } as const;
  const oneSided = decisions.flatMap((decision) =>
    (['supersedes', 'superseded_by'] as const).flatMap((member) => [
      ...checkList(decision[member], { dataset, id: decision.id, member }, dataset, known),
      ...(decision[member] ?? []).flatMap((id, at): LinkProblem[] => {
        const other = byId.get(id);
        return other === undefined || other === decision || other[opposite[member]]?.includes(decision.id)
          ? []
          : [
              {
                dataset,
                id: decision.id,
                path: [member, at],
                message: `"${id}" does not name this record back; expected ${opposite[member]}: ${decision.id} there`,
              },
            ];
      }),
    ]),
  );
  const circles = decisions.filter(({ id }) => {
    const seen = new Set<string>();
    const ahead = [...(byId.get(id)?.superseded_by ?? [])];
    for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
      if (next === id) return true;
      if (!seen.has(next)) ahead.push(...(byId.get(next)?.superseded_by ?? []));
      seen.add(next);
    }
    return false;
  });
  return [
    ...oneSided,
    ...circles
      .filter(({ id, superseded_by }) => !superseded_by?.includes(id))
      .map(({ id }): LinkProblem => ({
        dataset,
        id,
        path: ['superseded_by'],
        message: 'following the replacements leads back to this record; expected a chain with an end',
      })),
  ];
};

/** Every link between records that does not resolve, is one-sided, given twice, or runs in a circle. */
export const checkLinks = (records: LinkedRecords, known: KnownIds): LinkProblem[] => [
  ...records['verified-agent-observatory'].flatMap(({ id, related_systems }) =>
    checkList(
      related_systems,
      { dataset: 'verified-agent-observatory', id, member: 'related_systems' },
      'agent-accountability-map',
      known,
    ),
  ),
  ...records['agent-accountability-map'].flatMap(({ id, related_decisions }) =>
    checkList(
      related_decisions,
      { dataset: 'agent-accountability-map', id, member: 'related_decisions' },
      'governance-decision-memory',
      known,
    ),
  ),
  ...checkReplacements(records['governance-decision-memory'], known),
];
