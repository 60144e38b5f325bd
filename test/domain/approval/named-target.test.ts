// What something is about, by its name: paths of records that have one, and nothing else.
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import {
  NAMED_TARGETS,
  type NameParts,
  nameParts,
  readTarget,
} from '../../../server/domain/approval/named-target.ts';

const ID = '0190a5d0-ac96-774b-bcce-b302099a8057';
const FACTS: NameParts = {
  order_id: '4471',
  number: 12,
  act: 'refund',
  merchant_name: 'Asha Traders',
  account_name: 'HDFC ··0001',
  person_name: 'Asha Rao',
  report_name: 'Daily',
  message_id: 'PO-20261128-1',
  amount_cents: 153_973n,
  currency: 'INR',
};
const NOTHING: NameParts = {
  order_id: null,
  number: null,
  act: null,
  merchant_name: null,
  account_name: null,
  person_name: null,
  report_name: null,
  message_id: null,
  amount_cents: null,
  currency: null,
};

it('a path is read if the ids of its kind follow its word', () => {
  deepEqual(readTarget(`trades/${ID}/${ID}`)?.ids, [ID, ID]);
  deepEqual(readTarget(`merchants/${ID}`)?.kind, 'merchants');
  for (const other of [
    'rates',
    'trades',
    'toString',
    `trades/${ID}`,
    `rates/${ID}`,
    `trades/${ID}/1`,
    'trades/1/2',
  ]) {
    equal(readTarget(other), null, other);
  }
});

it('what lies below a record is named by the record', () => {
  for (const [target, ids] of [
    [`merchants/${ID}/tariffs`, [ID]],
    [`merchants/${ID}/adjustments/${ID}`, [ID]],
    [`trades/${ID}/${ID}/holds`, [ID, ID]],
  ] as const) {
    deepEqual(readTarget(target)?.ids, ids, target);
    equal(readTarget(target)?.target, target);
  }
});

/** What each kind is named by; all else is null even if it were known. */
const PARTS: Readonly<Record<(typeof NAMED_TARGETS)[number], Partial<NameParts>>> = (() => {
  const { order_id, number, act, merchant_name, account_name, message_id } = FACTS;
  const { person_name, report_name } = FACTS;
  const money = { amount_cents: FACTS.amount_cents, currency: FACTS.currency };
  return {
    trades: { order_id, merchant_name, ...money },
    disputes: { order_id, merchant_name, ...money },
    settlements: { number, merchant_name, ...money },
    bank_lines: { account_name, ...money },
    waiting_lines: { account_name, ...money },
    statements: { account_name },
    approvals: { act, merchant_name, ...money },
    merchants: { merchant_name },
    receiving_accounts: { account_name },
    payout_batches: { message_id, account_name, ...money },
    people: { person_name },
    scheduled_reports: { report_name },
  };
})();

for (const kind of NAMED_TARGETS) {
  it(`${kind} have the parts of their name, and none if nothing is known`, () => {
    deepEqual(nameParts(kind, FACTS), { ...NOTHING, ...PARTS[kind] });
    equal(nameParts(kind, NOTHING), null);
  });
}

it('what is known of a kind without such a part is no name', () => {
  equal(nameParts('merchants', { ...NOTHING, currency: 'INR', account_name: 'HDFC' }), null);
});
