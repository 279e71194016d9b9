import { z } from 'zod';
import type { FamilyMembers } from './family.ts';
import type { Step } from './git-steps.ts';

/** The events of the issues of a repository, as the API of GitHub lists them. */
const LabelEvents = z.array(
  z.looseObject({
    event: z.string(),
    created_at: z.string(),
    label: z.looseObject({ name: z.string() }).optional(),
    issue: z.looseObject({ number: z.int(), title: z.string(), html_url: z.url() }).optional(),
  }),
);

export const LABEL_FAMILY = 'aaif';
export const LABEL_REPOSITORY = 'aaif/project-proposals';
export const LABEL_ADDRESS = `https://api.github.com/repos/${LABEL_REPOSITORY}/issues/events?per_page=100`;

export const labelMembers: FamilyMembers = {
  ecosystem: 'aaif',
  body: 'AAIF staff and Technical Committee',
  body_kind: 'foundation',
  decision_type: 'work_in_progress',
  subject_kind: 'project_proposal',
};

/** What a label decides; other labels decide nothing. */
export const labelDecisions: Readonly<Record<string, Partial<FamilyMembers>>> = {
  Approved: { decision_type: 'project_accepted' },
  Declined: { decision_type: 'project_declined' },
  'TC Vote': { decision_type: 'work_in_progress' },
};

/** The steps that labels of project proposals show, the oldest first. @throws when it is no list of events. */
export const readLabelSteps = (events: unknown): Step[] => {
  const last = new Map<string, string>();
  return LabelEvents.parse(events)
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .flatMap(({ event, label, issue, created_at }): Step[] => {
      if (event !== 'labeled' || issue === undefined || !Object.hasOwn(labelDecisions, label?.name ?? '')) return [];
      const ref = `${LABEL_REPOSITORY}#${issue.number}`;
      const on = created_at.slice(0, 10);
      const from = last.get(ref);
      last.set(ref, label!.name);
      const source = { kind: 'github_thread', url: issue.html_url, repo: LABEL_REPOSITORY, stated_date: on } as const;
      return [
        {
          ref,
          name: issue.title.replace(/^\[[^\]]*\]:? */, '').trim() || ref,
          status: label!.name,
          ...(from === undefined ? {} : { from }),
          on,
          basis: 'announcement',
          agents: 0,
          sources: [{ ...source, access: 'stored_copy', archived_copy: 'not_searched', excerpt_only: true }],
        },
      ];
    });
};
