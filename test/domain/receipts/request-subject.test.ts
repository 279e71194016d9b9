import { expect, test } from 'vitest';
import { findRequestId, nameSubject, subjectOfRequest } from '../../../src/domain/receipts/published-receipt.ts';
import { shippedReceipts } from '../../support/receipts.ts';

const id = 'abcdefghjkmnpqrstvwxyz01';
const subject = subjectOfRequest({ id, body_sha256: 'ab'.repeat(32) });

test('a receipt about a request leads to that request', () => {
  expect(findRequestId({ subject })).toBe(id);
});

test('lists name a request in words, and anything else by its reference', () => {
  expect(nameSubject({ subject })).toBe('a public request, abcdefgh…');
  expect(nameSubject({ subject: { ...subject, kind: 'order' } })).toBe(id);
});

test.each([
  ['another kind of subject', { ...subject, kind: 'order' }],
  ['a reference that is no id of a request', { ...subject, reference: '../secret' }],
  ['a shipped demonstration', shippedReceipts['demonstration-accepted']!.subject],
])('%s leads to no request', (_, other) => {
  expect(findRequestId({ subject: other })).toBeUndefined();
});
