import { problemIf, type RuleProblem } from '../../vocabulary/errors.ts';
import { valuesOf } from '../../vocabulary/terms.ts';
import { type Day, daysAfter } from '../../vocabulary/timestamp.ts';
import type { Basis, Check } from './check.ts';
import { findCheck } from './check-terms.ts';
import type { ObservatoryFile, ObservatoryRecord } from './record.ts';
import { verificationLevelTerms } from './terms.ts';

/** For how many days a passed check counts (SPEC.md §6.8). */
export const COUNTS_DAYS = 180;

const dayAfter = (day: Day, days: number): Day => daysAfter(day, days).slice(0, 10);

type Level = keyof typeof verificationLevelTerms;
type Source = ObservatoryFile['sources'][number];

const levels = valuesOf(verificationLevelTerms);

/** The level and what it rests on. */
export interface Standing {
  readonly level: Level;
  readonly basis: Basis;
}

/** The level that a check supports if it passes; undefined when it supports none. */
const levelOfCheck = ({ check, block }: Check): Level | undefined => {
  const supports = findCheck(check)?.supports ?? [];
  return supports.findLast((level) => level === 'maintainer_checked' || block !== undefined);
};

/** Whether an operator of a registry states it where it can be held to it. */
const isDocumentation = ({ kind, commit, stated_date }: Source): boolean =>
  commit !== undefined || kind === 'spec' || (kind === 'github_thread' && stated_date !== undefined);

const levelOfSource = (source: Source): Level =>
  source.stated_by === 'third_party'
    ? 'third_party_listed'
    : source.stated_by === 'registry_operator' && isDocumentation(source)
      ? 'documented_by_registry_operator'
      : 'self_declared';

const highest = <T>(items: readonly T[], levelOf: (item: T) => Level): T | undefined =>
  items.toSorted((a, b) => levels.indexOf(levelOf(b)) - levels.indexOf(levelOf(a)))[0];

const standingOfSources = (sources: readonly Source[]): Standing => {
  const named = sources.filter(({ stated_by }) => stated_by !== undefined);
  const best = highest(named, levelOfSource);
  return best === undefined
    ? { level: 'self_declared', basis: {} }
    : { level: levelOfSource(best), basis: { source: best.url } };
};

/** The last day on which a check counts for the level; undefined for a check that did not pass or supports no level. */
const countsUntil = (check: Check): Day | undefined =>
  check.result === 'pass' && check.on !== undefined && levelOfCheck(check) !== undefined
    ? dayAfter(check.on, COUNTS_DAYS)
    : undefined;

/** Whether a check passed more than 180 days before a day: it counts for no level any more. */
const hasLapsed = (day: Day, { result, on }: Check): boolean =>
  result === 'pass' && on !== undefined && dayAfter(on, COUNTS_DAYS) < day;

/** A warning for each check that passed and no longer counts for the level on a day. */
export const lapsedChecks = (
  day: Day,
  { verifiable, withdrawn_on }: { readonly verifiable: readonly Check[]; readonly withdrawn_on?: Day | undefined },
): RuleProblem[] =>
  withdrawn_on === undefined
    ? verifiable.flatMap((check, at) =>
        problemIf(
          levelOfCheck(check) !== undefined && hasLapsed(day, check),
          ['verifiable', at],
          `${check.check} passed on ${check.on} and counts until ${countsUntil(check)} for the level; run it again`,
        ),
      )
    : [];

/**
 * The level of a record on a day (SPEC.md §6.8): that of the newest passed check of the highest level that still
 * counts, else that of the sources.
 */
export const levelOn = (
  day: Day,
  { verifiable, sources }: { readonly verifiable: readonly Check[]; readonly sources: readonly Source[] },
): Standing => {
  const passed = verifiable
    .flatMap((check) => {
      const until = countsUntil(check);
      return until === undefined ? [] : [{ check, level: levelOfCheck(check)!, until }];
    })
    .filter(({ until }) => until >= day)
    .toSorted((a, b) => (a.until < b.until ? 1 : a.until > b.until ? -1 : 0));
  const best = highest(passed, ({ level }) => level);
  if (best === undefined) return standingOfSources(sources);
  const { check, by, on, network, block } = best.check;
  return {
    level: best.level,
    basis: {
      check,
      ...(by === undefined ? {} : { by }),
      ...(on === undefined ? {} : { on }),
      ...(network === undefined ? {} : { network }),
      ...(block === undefined ? {} : { block }),
      counts_until: best.until,
      afterwards: levelOn(dayAfter(best.until, 1), { verifiable, sources }).level,
    },
  };
};

/**
 * The level of a published record as it is to be shown on a day (SPEC.md §6.8): its own for as long as the check that it rests
 * on counts, then the one that follows.
 */
export const standingOn = (day: Day, record: ObservatoryRecord): Standing => {
  const { verification_level: level, verification_basis: basis = {} } = record;
  return (basis.counts_until ?? day) < day ? levelOn(day, record) : { level, basis };
};
