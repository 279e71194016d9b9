import type { Term } from '../../vocabulary/terms.ts';

type Terms = Record<string, Term>;

export const bodyKindTerms = {
  chain_governance: { label: 'Chain governance', meaning: 'the governance of a chain or a DAO.' },
  chain_foundation: { label: 'Chain foundation', meaning: 'the foundation behind a chain.' },
  standards_editor: { label: 'Standards editors', meaning: 'editors who move proposals through their states.' },
  standards_body: { label: 'Standards body', meaning: 'an organisation that adopts standards.' },
  foundation: { label: 'Foundation', meaning: 'a foundation that hosts projects.' },
  project_steering: { label: 'Project steering', meaning: 'the maintainers or steering group of a project.' },
  company_consortium: { label: 'Companies', meaning: 'a company or several together.' },
  government: { label: 'Government', meaning: 'a public authority.' },
} as const satisfies Terms;

export const decisionTypeTerms = {
  protocol_upgrade: { label: 'Protocol upgrade', meaning: 'a new version of a chain’s protocol.' },
  parameter_change: { label: 'Parameter change', meaning: 'new values under the same rules.' },
  standard_status_change: { label: 'Standard: status', meaning: 'a proposal moved to a different state.' },
  standard_adopted: { label: 'Standard adopted', meaning: 'a standard or convention was adopted.' },
  standard_declined: { label: 'Standard declined', meaning: 'a proposal was rejected or closed.' },
  project_donation: { label: 'Project donated', meaning: 'a project was given to a foundation.' },
  project_accepted: { label: 'Project accepted', meaning: 'a foundation accepted a project.' },
  project_declined: { label: 'Project declined', meaning: 'a foundation rejected a project.' },
  election: { label: 'Election', meaning: 'seats of a body were filled.' },
  governance_rule: { label: 'Governance rule', meaning: 'rules about how decisions are made.' },
  deployment: { label: 'Deployment', meaning: 'something was put into use.' },
  release: { label: 'Release', meaning: 'a version was published.' },
  roadmap: { label: 'Roadmap', meaning: 'a body named its priorities.' },
  policy: { label: 'Policy', meaning: 'a public authority set or opened a policy.' },
  work_in_progress: { label: 'In progress', meaning: 'work seen in public, with no decision yet.' },
} as const satisfies Terms;

/** How a decision changed a system of the map. */
export const systemChangeTerms = {
  introduced: { label: 'Introduced', meaning: 'it appeared in public: a first draft, a first version.' },
  status: { label: 'Status', meaning: 'it moved in its process: adopted, under review, final, declined.' },
  text: { label: 'Text', meaning: 'what it says or does changed: a version, a feature, a part.' },
  steward: { label: 'Steward', meaning: 'who keeps it, or by which rules, changed.' },
  deployment: { label: 'Deployment', meaning: 'where it runs changed, or with which values.' },
} as const satisfies Terms;

export const subjectKindTerms = {
  standard: { label: 'Standard', meaning: 'a standard with a number.' },
  proposal: { label: 'Proposal', meaning: 'a numbered proposal of a project or DAO.' },
  protocol_version: { label: 'Protocol version', meaning: 'a version of a chain’s protocol.' },
  project_proposal: { label: 'Project proposal', meaning: 'an application to a foundation.' },
  spec_version: { label: 'Specification version', meaning: 'a version of a specification.' },
  project: { label: 'Project', meaning: 'a project as a whole.' },
  registry: { label: 'Registry', meaning: 'a registry.' },
  body: { label: 'Body', meaning: 'a deciding body.' },
  election: { label: 'Election', meaning: 'an election.' },
  spec: { label: 'Specification', meaning: 'a specification as a whole.' },
  policy: { label: 'Policy', meaning: 'a policy document.' },
  convention: { label: 'Convention', meaning: 'a convention of use.' },
  feature: { label: 'Feature', meaning: 'a feature of a product.' },
  parameters: { label: 'Parameters', meaning: 'a set of parameters.' },
  spec_feature: { label: 'Specification feature', meaning: 'a feature of a specification.' },
  rule: { label: 'Rule', meaning: 'a rule.' },
  foundation: { label: 'Foundation', meaning: 'a foundation.' },
  initiative: { label: 'Initiative', meaning: 'an initiative of a public authority.' },
  extension: { label: 'Extension', meaning: 'an extension of a specification.' },
  release: { label: 'Release', meaning: 'a release of software.' },
  charter: { label: 'Charter', meaning: 'a charter.' },
  roadmap: { label: 'Roadmap', meaning: 'a roadmap.' },
} as const satisfies Terms;

export const dateBasisTerms = {
  effective_date: { label: 'Effective date', meaning: 'the day it took effect.' },
  date_in_document: { label: 'Date in the document', meaning: 'the date or dated version that the document states.' },
  announcement: { label: 'Announcement', meaning: 'the date of the body’s own announcement.' },
  announcement_reported: { label: 'Reported announcement', meaning: 'the date as others report it.' },
  commit_date: { label: 'Commit', meaning: 'the date of a commit, in the time zone of that commit.' },
  tag_date: { label: 'Tag', meaning: 'the date of a release tag.' },
  comment_date: { label: 'Comment', meaning: 'the date of a comment in a thread.' },
  thread_opened: { label: 'Thread', meaning: 'the date on which the thread was opened.' },
  stated_period: { label: 'Stated period', meaning: 'a month or a year that the source states.' },
  label_only: { label: 'Label only', meaning: 'the period in which a label was seen; the day was not read.' },
  undated: { label: 'Undated', meaning: 'the source has no usable date.' },
} as const satisfies Terms;

export const datePrecisionTerms = {
  day: { label: 'Day', meaning: 'to the day.' },
  month: { label: 'Month', meaning: 'to the month.' },
  year: { label: 'Year', meaning: 'to the year.' },
  unknown: { label: 'Unknown', meaning: 'no date.' },
} as const satisfies Terms;

export const outcomeStatusTerms = {
  in_effect: { label: 'In effect', meaning: 'what was decided stands.' },
  superseded: { label: 'Superseded', meaning: 'a later decision replaced it.' },
  pending: { label: 'Pending', meaning: 'not decided yet.' },
  withdrawn_or_rejected: { label: 'Withdrawn or rejected', meaning: 'the proposal was turned down or taken back.' },
  unknown: { label: 'Unknown', meaning: 'the outcome was not found.' },
} as const satisfies Terms;

export const agentRelevanceTerms = {
  direct: { label: 'Direct', meaning: 'about agents.' },
  enabling: { label: 'Enabling', meaning: 'something that agents build on.' },
  background: { label: 'Background', meaning: 'the setting in which such decisions are made.' },
} as const satisfies Terms;
