// The setting for stories of undoing acts: a merchant, the house's merchant and an account of their
// own, with the rules alone or a whole service.
import assert from 'node:assert/strict';
import type { Command } from '../../../server/domain/batch/command.ts';
import type { Result } from '../../../server/domain/batch/decision.ts';
import type { EntryDraft } from '../../../server/domain/ledger/ledger.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { LineRecord } from '../../../server/domain/record/bank-line.ts';
import type { Merchant, Rate } from '../../../server/domain/record/merchant.ts';
import type { ReceivingAccount } from '../../../server/domain/record/receiving-account.ts';
import type { Settlement } from '../../../server/domain/record/settlement-record.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../../server/domain/service/refusal.ts';
import { accountWith, decimal, HOUSE, merchantWith, START } from '../model/domain-commands.ts';
import { scene } from '../model/domain-scene.ts';
import { draft, entriesOf } from '../model/settlement-commands.ts';

export const HOLD_TERMS = { settlement_delay_days: 2, reserve_percent: 10, reserve_days: 30 };

export type GroundEntry = Pick<EntryDraft, 'book' | 'act' | 'postings'>;

export type Ground = {
  /** Its balance is in a different currency from its trades. */
  merchant: Merchant;
  /** Its balance is in the currency of the lines that it sends back. */
  house: Merchant;
  account: ReceivingAccount;
  /** The booking time of all lines. */
  now: number;
  submit(command: Command): Promise<Result | Refusal>;
  /** Makes a new statement of the merchant. */
  statement(): Promise<Pick<Settlement, 'settlement_id'>>;
  /** All entries of the three, oldest first in each book. */
  entries(): Promise<readonly GroundEntry[]>;
};

export const RATE: Rate = {
  trade_currency: 'INR',
  balance_currency: 'USD',
  rate: decimal('83.1234'),
  source: 'test',
  at: START,
};

export async function trade(on: Ground, command: Command): Promise<Trade> {
  const answer = await on.submit(command);
  if (isRefusal(answer)) assert.fail(`${command.kind}: ${answer.code}: ${answer.detail}`);
  if (answer.kind === 'trade' || answer.kind === 'payout_answer') return answer.trade;
  return assert.fail(`${command.kind} answered ${answer.kind}`);
}

export async function line(on: Ground, command: Command): Promise<LineRecord> {
  const answer = await on.submit(command);
  if (isRefusal(answer)) assert.fail(`${command.kind}: ${answer.code}: ${answer.detail}`);
  if (answer.kind === 'line') return answer.record;
  return assert.fail(`${command.kind} answered ${answer.kind}`);
}

/** Uses the rules alone: each command sees the state that the earlier ones left in memory. */
export function groundInMemory(has_holds: boolean): Ground {
  const on = scene();
  const merchant = merchantWith({}, { balance_currency: 'USD' });
  if (has_holds) on.world.hold_terms = new Map([[merchant.merchant_id, HOLD_TERMS]]);
  const of = new Set([merchant.merchant_id, HOUSE.merchant_id, HOUSE_BOOK]);
  return {
    merchant,
    house: HOUSE,
    account: accountWith(),
    now: on.world.now,
    submit: (command) => Promise.resolve(on.run(command)),
    statement: () => {
      on.wait(1);
      const entries = entriesOf(on.changes, on.world, merchant.merchant_id);
      const before = { last: null, last_number: 0 };
      return Promise.resolve(draft(on.world, entries, before, merchant));
    },
    entries: () => {
      const entries = on.changes.flatMap((change) => (change.kind === 'entry' ? change.entry : []));
      return Promise.resolve(entries.filter(({ book }) => of.has(book)));
    },
  };
}
