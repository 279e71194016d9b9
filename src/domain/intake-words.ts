import type { IntakeKind, IntakeStatus } from './intake.ts';

/** The kinds of request in the words of the form, in its order. */
export const kindWords: Readonly<Record<IntakeKind, string>> = {
  question: 'A question',
  governance: 'A governance matter',
  technical: 'A technical matter',
  bug: 'A problem with the service or its data',
  media: 'A media request',
  invite: 'An invitation',
  contact: 'Please get in touch',
  other: 'Something else',
};

/** The words for a status, and what it means to the person who sent the request. */
export const statusWords: Readonly<Record<IntakeStatus, { readonly title: string; readonly meaning: string }>> = {
  received: {
    title: 'Received',
    meaning: 'It is stored as a request to the people who run this agent, and waits to be read.',
  },
  in_review: { title: 'In review', meaning: 'Somebody is reading it.' },
  answered: {
    title: 'Answered',
    meaning:
      'The people who run this agent marked it as answered. This service knows no more of the answer than this page says.',
  },
  declined: { title: 'Declined', meaning: 'It was read and will not be answered.' },
};
