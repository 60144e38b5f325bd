// Random stories of lines of pay-outs: given, taken away and charged for. Lines are chosen by
// pay-out, because a random line and a random trade hardly ever fit.

import { reviewLine } from '../../server/app/line/review-line.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import type { LineAct } from '../../server/domain/record/bank-line.ts';
import { OPERATOR, raw } from '../support/test-app.ts';
import * as scene from './scene.ts';
import { pick, type Roll, trades, utrOf } from './stress-tools.ts';

const decide = (app: OpenApp, id: string, act: LineAct, fields: object) =>
  reviewLine(app, OPERATOR, id, act, raw({ note: 'stress', ...fields }), undefined);

const somePayout = (roll: Roll) => (roll(2) === 0 ? `order_id like 'return-%'` : 'true');

/** Takes a line from a random pay-out that has one, possibly from the same one many times. */
async function takeAway(app: OpenApp, roll: Roll) {
  const matched = await scene.sql<{ id: string }>(
    app,
    `select bank_line_id as id from bank_line_outcomes join trades using (merchant_id, trade_id)
     where status = 'matched' and direction = 'payout' and ${somePayout(roll)}
     order by decided_at desc limit 8`,
  );
  const line = pick(matched, roll);
  if (line === undefined) return;
  await decide(app, line.id, 'undo', { charge: roll(3) === 0, reverse: roll(3) === 0 });
}

/** Gives a line that waits to a pay-out of its amount. */
async function give(app: OpenApp, roll: Roll) {
  const ended = roll(2) === 0 ? `state in ('failed', 'canceled', 'reversed')` : 'true';
  const where = `direction = 'payout' and ${somePayout(roll)} and ${ended}`;
  const trade = pick(await trades(app, where), roll);
  if (trade === undefined) return;
  const waiting = await scene.sql<{ id: string }>(
    app,
    `select bank_line_id as id from bank_line_outcomes join bank_lines using (bank_line_id)
     where status = 'suspense' and abs(amount_cents) = ${trade.amount_cents}
     order by bank_line_id desc limit 6`,
  );
  const line = pick(waiting, roll);
  if (line === undefined) return;
  const { merchant_id, id: trade_id } = trade;
  await decide(app, line.id, 'assign', { charge: roll(2) === 0, merchant_id, trade_id });
}

/** Money of a pay-out in any state, in a bank line that does not name it. */
async function tellStray(app: OpenApp, roll: Roll, account: string) {
  const trade = pick(await trades(app, `direction = 'payout' and ${somePayout(roll)}`), roll);
  if (trade === undefined) return;
  const sum = Number(trade.amount_cents);
  const amount_cents = roll(3) === 0 ? sum : -sum;
  const known = trade.utr === '' ? utrOf(roll) : trade.utr;
  const bank_id = `stray-${trade.id}-${roll(3)}-${amount_cents}`;
  const named = roll(2) === 0 ? { utr: known } : {};
  await scene.feed(app, account, [{ amount_cents, bank_id, ...named }]);
}

export const payoutStories = (
  app: OpenApp,
  roll: Roll,
  account: string,
): readonly (() => Promise<unknown>)[] => [
  () => takeAway(app, roll),
  () => takeAway(app, roll),
  () => give(app, roll),
  () => give(app, roll),
  () => tellStray(app, roll, account),
];
