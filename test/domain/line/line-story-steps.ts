// The steps from which the stories of bank lines are composed.

import assert from 'node:assert/strict';
import type { Review } from '../../../server/domain/batch/command.ts';
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import { HABIT_LINES } from '../../../server/domain/record/feed-bounds.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  accountWith,
  act,
  adjust,
  claim,
  HOUR,
  HOUSE,
  idOf,
  lineWith,
  partsOf,
  payin,
  payout,
  review,
  sendBack,
  take,
} from '../../support/model/domain-commands.ts';
import type { DomainScene } from '../../support/model/domain-scene.ts';

export const UTR = 'CLAIMED12345';
const FEED = idOf(5, 1);
export const ACCOUNT = idOf(2, 1);

export type Story = (on: DomainScene) => BankLine;

/** A line that arrives now; its outcome is read when the story is over. */
export function came(on: DomainScene, fields: Partial<BankLine> = {}): BankLine {
  const line = lineWith({ received_at: on.world.now, booked_at: on.world.now, ...fields });
  on.line(take(line));
  return line;
}

/** The same with an id of the bank, which all such lines share. */
export function withId(
  on: DomainScene,
  { in_doubt = false, ...fields }: Partial<BankLine & { in_doubt: boolean }>,
): BankLine {
  const now = on.world.now;
  const line = lineWith({ line_key: 'of the id', booked_at: now, received_at: now, ...fields });
  const other_keys = [`shared:${line.booked_at}`];
  const identity = { other_keys, in_doubt, is_distinct: false };
  on.line({ ...take(line), identity });
  return line;
}

export function decided(on: DomainScene, line: BankLine, what: Review): BankLine {
  on.line(review(line, what, [payin().merchant, HOUSE]));
  return line;
}

export const to = (
  { merchant_id, trade_id }: Trade,
  charge = false,
): Review & { act: 'assign' } => ({
  act: 'assign',
  merchant_id,
  trade_id,
  charge,
});

export const UNDO: Review = { act: 'undo', reverse: false };

export const asked = (on: DomainScene, amount_cents = 10_000n) => on.trade(payin({ amount_cents }));
export const claimed = (on: DomainScene, amount_cents = 10_000n) =>
  on.trade(claim(asked(on, amount_cents), UTR));

export const referenceOf = (on: DomainScene, { trade_id }: Trade): string =>
  on.world.reservations.get(trade_id)?.reference ?? assert.fail('no reservation');

/** A pay-out of 10,000 that was taken, and the name of its attempt. */
export function sent(on: DomainScene) {
  on.run(adjust(50_000n));
  const trade = on.trade(act(on.trade(payout()), 'take'));
  const [attempt] = attemptsOf(on.world, trade.trade_id);
  return { trade, text: attempt?.end_to_end_id ?? assert.fail('no attempt') };
}

export const left = (on: DomainScene, text: string | null, amount_cents = -10_000n) =>
  came(on, { amount_cents, text });

/** A line that a feed delivers, with its limits and the account's own. */
export function fed(
  on: DomainScene,
  { bounds = {}, max = null as bigint | null, fields = {} as Partial<BankLine> } = {},
): BankLine {
  const line = lineWith({ received_at: on.world.now, booked_at: on.world.now, ...fields });
  const of_feed = { feed_id: FEED, receiving_account_ids: [ACCOUNT] };
  const usual = { lines_per_hour: 10, daily_cents: 1_000_000n };
  const account = accountWith({ max_amount_cents: max });
  on.line({ ...take(line), feed: { bounds: { ...of_feed, ...usual, ...bounds }, account } });
  return line;
}

/** The account has had many lines, at noon and of the usual size. */
export function withHabits(on: DomainScene): void {
  const counts = (key: number) => new Map([[key, HABIT_LINES]]);
  const habits = { receiving_account_id: ACCOUNT, sizes: counts(14), hours: counts(12) };
  on.world.habits.set(ACCOUNT, habits);
}

export function sentBack(on: DomainScene) {
  const line = came(on);
  const { outcome } = on.line(review(line, sendBack(line), [HOUSE]));
  const trade = on.world.trades.get(outcome.trade_id ?? '') ?? assert.fail('no pay-out');
  return { line, trade };
}

/** The part of a line that was assigned with this difference. */
export function partOf(on: DomainScene, bearer: 'house' | 'merchant', of: 'whole' | 'difference') {
  const trade = asked(on);
  const line = came(on, { amount_cents: 9_300n });
  const part_ids = [lineWith().bank_line_id, lineWith().bank_line_id] as const;
  const difference = { amount_cents: -700n, to: bearer, part_ids };
  decided(on, line, { ...to(trade), difference });
  const part = on.world.lines.get(part_ids[1]) ?? assert.fail('no part');
  return of === 'whole' ? line : part.line;
}

export function split(on: DomainScene): { line: BankLine; part: BankLine } {
  const line = came(on);
  const parts = partsOf(6_000n, 4_000n);
  decided(on, line, parts);
  const part = on.world.lines.get(parts.parts[0]?.bank_line_id ?? '') ?? assert.fail('no part');
  return { line, part: part.line };
}

export function expired(on: DomainScene, trade: Trade) {
  on.wait(HOUR);
  return act(trade, 'expire');
}
