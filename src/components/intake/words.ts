import type { IntakeKind, IntakeStatus } from '../../domain/intake.ts';

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

interface StatusWords {
  readonly title: string;
  /** The status as a heading of the receipt. */
  readonly heading: string;
  readonly meaning: string;
}

/** What a status means to the person who sent the request. */
export const statusWords: Readonly<Record<IntakeStatus, StatusWords>> = {
  received: { title: 'Received', heading: 'Your request was received', meaning: 'It is stored and waits to be read.' },
  in_review: { title: 'In review', heading: 'Your request is in review', meaning: 'Somebody is reading it.' },
  answered: {
    title: 'Answered',
    heading: 'Your request was answered',
    meaning: 'An answer went to the contact that came with it, where there was one.',
  },
  declined: {
    title: 'Declined',
    heading: 'Your request was declined',
    meaning: 'It was read and will not be answered.',
  },
};
