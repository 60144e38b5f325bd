// What something is about on a terminal, composed of the parts that the service tells.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TARGET_WORDS, targetInWords } from '../../../cli/client/words/target-words.ts';
import { NAMED_TARGETS } from '../../../server/domain/approval/named-target.ts';
import { namedOf, wordsOfAll } from '../../support/names/named-targets.ts';

test('each kind of the service has its words, and no other', () => {
  assert.deepEqual(Object.keys(TARGET_WORDS).toSorted(), NAMED_TARGETS.toSorted());
  assert.deepEqual(wordsOfAll(targetInWords), {
    trades: 'order 4471 of Asha Traders',
    disputes: 'dispute about order 4471 of Asha Traders',
    settlements: 'settlement 12 of Asha Traders',
    bank_lines: 'bank line at HDFC ··0001',
    waiting_lines: 'waiting bank line at HDFC ··0001',
    statements: 'statement at HDFC ··0001',
    approvals: 'proposal refund of Asha Traders',
    merchants: 'merchant Asha Traders',
    receiving_accounts: 'receiving account HDFC ··0001',
    payout_batches: 'batch PO-20261128-1 at HDFC ··0001',
    people: 'person Asha Rao',
    scheduled_reports: 'report “Daily”',
  });
});

test('whose it is is left out if nobody knows, and a newer kind has no words yet', () => {
  assert.equal(targetInWords({ ...namedOf('trades'), merchant_name: null }), 'order 4471');
  assert.equal(targetInWords({ ...namedOf('trades'), kind: 'moons' }), null);
  assert.equal(targetInWords(null), null);
});
