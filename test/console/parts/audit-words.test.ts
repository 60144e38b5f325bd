// The words of the audit trail: one for every action that the service records.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AUDIT_WORDS, auditWords } from '../../../console/texts/audit.ts';
import { AUDIT_ACTIONS } from '../../../server/domain/record/audit.ts';

describe('the words of the audit trail', () => {
  it('are there for every action, and for no other', () => {
    deepEqual(Object.keys(AUDIT_WORDS).sort(), [...AUDIT_ACTIONS].sort());
  });

  it('differ from each other', () => {
    const words = Object.values(AUDIT_WORDS);
    deepEqual(
      words.filter((one, index) => words.indexOf(one) !== index),
      [],
    );
  });

  it('are the action itself if it is not known', () => {
    equal(auditWords('moon_landed'), 'moon_landed');
  });
});
