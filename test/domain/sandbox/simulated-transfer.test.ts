// How much the sandbox's simulated bank transfers and takes back, by the order's facts alone.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BANK_ACTS } from '../../../server/domain/sandbox/magic-values.ts';
import {
  accountToPay,
  accountToSendFrom,
  takenBackOf,
  transferOf,
} from '../../../server/domain/sandbox/simulated-transfer.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { accountWith } from '../../support/model/domain-commands.ts';

const codeOf = (value: unknown) => (isRefusal(value) ? value.code : value);

const paid = (amount: bigint, received = 0n, utr: string | null = null) => ({
  amount_cents: amount,
  received_amount_cents: received,
  utr,
});

describe('the simulated bank', () => {
  for (const [asked, act, amount_cents, cents] of [
    [1000n, 'pay', null, 1000n],
    [1000n, 'pay', 1n, 1n],
    [1000n, 'pay', 0n, 'amount_out_of_range'],
    [1000n, 'pay_less', null, 900n],
    [2n, 'pay_less', null, 1n],
    [1n, 'pay_less', null, 'amount_out_of_range'],
    [1n, 'pay_more', null, 2n],
  ] as const) {
    it(`answers ${act} of ${amount_cents ?? 'the amount'} for ${asked} with ${cents}`, () => {
      equal(codeOf(transferOf(paid(asked), { act, amount_cents })), cents);
    });
  }

  it('transfers no less than one minor unit, whatever the act', () => {
    for (const act of BANK_ACTS) {
      const cents = transferOf(paid(1n), { act, amount_cents: null });
      equal(isRefusal(cents) || cents >= 1n, true, act);
    }
  });

  for (const [received, utr, amount_cents, taken] of [
    [1000n, 'U', null, { utr: 'U', amount_cents: -1000n }],
    [1000n, 'U', 1n, { utr: 'U', amount_cents: -1n }],
    [1n, 'U', null, { utr: 'U', amount_cents: -1n }],
    [0n, 'U', null, 'act_not_allowed'],
    [0n, 'U', 1n, 'act_not_allowed'],
    [1000n, null, null, 'act_not_allowed'],
  ] as const) {
    it(`takes back ${amount_cents ?? 'all'} of ${received} that came with ${utr}`, () => {
      deepEqual(codeOf(takenBackOf(paid(1000n, received, utr), amount_cents)), taken);
    });
  }

  it('pays to an account and from one, and to none where there is none', () => {
    const account = accountWith({});
    equal(accountToPay(account), account);
    equal(codeOf(accountToPay(undefined)), 'act_not_allowed');
    equal(accountToSendFrom('INR', account), account);
    const refused = accountToSendFrom('INR', undefined);
    equal(isRefusal(refused) && refused.detail, 'No account of INR can pay.');
  });
});
