// Random stories of lines, recalls and decisions: what is listed as owed is what the ledger owes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Review } from '../../../server/domain/batch/command.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { checkBooks, checkLines } from '../../support/model/domain-books.ts';
import {
  act,
  claim,
  HOUSE,
  idOf,
  lineWith,
  merchantWith,
  payin,
  review,
  sendBack,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc, longRuns } from '../../support/property.ts';

const ACCOUNT = idOf(2, 1);

/** What is owed, by the list of lines in suspense. */
const listed = (on: DomainScene) =>
  [...on.world.lines.values()]
    .filter(({ outcome }) => outcome.status === 'suspense')
    .reduce((sum, { line }) => sum + line.amount_cents, 0n);

type Step = { kind: string; at: number; amount: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...['line', 'line', 'again', 'recall', 'recall', 'assign', 'assign', 'undo', 'undo credit'],
    ...['confirm', 'reverse', 'dispute', 'resolve', 'fail', 'credit', 'keep', 'return', 'fee'],
  ),
  at: fc.nat({ max: 9 }),
  amount: fc.integer({ min: 1, max: 12_000 }),
});

/** The commands of a story: about three pay-ins, and every line or part of one that there is. */
function commandOf(on: DomainScene, trades: readonly Trade[], { kind, at, amount }: Step) {
  const trade = trades[at % trades.length] ?? assert.fail('no trade');
  const records = [...on.world.lines.values()];
  const { line } = records[at % Math.max(records.length, 1)] ?? {};
  const of_utr = { utr: `UTR00000000${at % 3}`, received_at: on.world.now };
  const new_line = (amount_cents: bigint) => take(lineWith({ ...of_utr, amount_cents }));
  if (kind === 'line') return new_line(BigInt(at % 2 === 0 ? 10_000 : amount));
  if (kind === 'recall') return new_line(-BigInt(at % 2 === 0 ? 10_000 : amount));
  if (kind === 'confirm') {
    return act(trade, kind, { amount_cents: at % 2 === 0 ? null : BigInt(amount) });
  }
  if (kind === 'reverse' || kind === 'dispute' || kind === 'resolve' || kind === 'fail') {
    return act(trade, kind);
  }
  if (line === undefined) return null;
  const decisions: Readonly<Record<string, Review>> = {
    assign: { act: 'assign', merchant_id: trade.merchant_id, trade_id: trade.trade_id },
    undo: { act: 'undo', reverse: false },
    'undo credit': { act: 'undo', reverse: true },
    credit: { act: 'credit', merchant_id: trade.merchant_id },
    keep: { act: 'keep' },
    return: sendBack(line),
    fee: { act: 'fee' },
  };
  const decision = decisions[kind];
  return decision === undefined ? take(line) : review(line, decision, [merchantWith(), HOUSE]);
}

test('in any order, any number of times: what is listed as owed is what the ledger owes', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      const on = scene();
      const trades = [1, 2, 3].map((n) =>
        on.trade(claim(on.trade(payin({ trade_id: idOf(6, n) })), `UTR00000000${n - 1}`)),
      );
      for (const one of steps) {
        on.wait(1);
        const command = commandOf(on, trades, one);
        if (command !== null) on.run(command);
        assert.equal(listed(on), on.balance(`suspense:${ACCOUNT}`, 'INR', HOUSE_BOOK));
        checkBooks(on.world);
        checkLines(on.world);
      }
      for (const { outcome } of on.world.lines.values()) seen.add(outcome.reason);
    }),
    { numRuns: longRuns(1_000) },
  );
  const reached = ['overpaid', 'credit_reversed', 'beyond_credit', 'partial_recall', 'kept'];
  for (const reason of [...reached, 'credited_to_merchant', 'returned_to_sender', 'divided']) {
    assert.ok(seen.has(reason), `no story reached ${reason}`);
  }
});
