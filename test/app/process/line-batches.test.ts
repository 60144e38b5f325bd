// Batches of bank lines: lines of one payment are never in two batches at once, and none of an
// account overtakes one that waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanes } from '../../../server/app/process/lanes.ts';
import type { TakeLine } from '../../../server/domain/batch/command.ts';
import { NO_DETAILS } from '../../../server/domain/record/bank-line.ts';
import { refuse } from '../../../server/domain/service/refusal.ts';
import type { Answer } from '../../../server/store/batch/store.ts';
import { fc } from '../../support/property.ts';

type Numbers = { account: string; utr: string | null; bank_id: string | null };

function takeOf({ account, utr, bank_id }: Numbers, index: number): TakeLine {
  const command_id = `line-${index}`;
  const line = {
    ...NO_DETAILS,
    bank_line_id: command_id,
    receiving_account_id: account,
    currency: 'INR',
    amount_cents: 1n,
    booked_at: 0,
    booked_exactly: true,
    utr,
    text: null,
    bank_id,
    line_key: command_id,
    received_at: 0,
    source: null,
  };
  const actor = { role: 'service', id: null } as const;
  return { kind: 'take_line', command_id, actor, line, merchants: new Map() };
}

const name = (from: string) => fc.option(fc.constantFrom(...[...from]), { freq: 2 });
const numbers = fc.record({
  account: fc.constantFrom('a', 'b'),
  utr: name('123456'),
  bank_id: name('xyzuvw'),
});

const sharedBy = (one: TakeLine, other: TakeLine): boolean =>
  one.line.receiving_account_id === other.line.receiving_account_id &&
  [one.line.utr, one.line.bank_id].some(
    (number) => number !== null && [other.line.utr, other.line.bank_id].includes(number),
  );

/** Long enough for everything that follows an answer; nothing here waits for a clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('lines of one payment see each other, and each account keeps its order', async () => {
  const given = fc.array(numbers, { minLength: 1, maxLength: 60, size: 'max' });
  const property = fc.asyncProperty(given, fc.infiniteStream(fc.nat()), async (lines, places) => {
    const running: { commands: TakeLine[]; end: PromiseWithResolvers<Answer[]> }[] = [];
    const begun: TakeLine[] = [];
    const run = (batch: readonly unknown[]) => {
      const commands = batch as TakeLine[];
      for (const other of running) {
        const meets = commands.some((one) => other.commands.some((two) => sharedBy(one, two)));
        assert.ok(!meets, 'lines of one payment in two batches');
      }
      const end = Promise.withResolvers<Answer[]>();
      running.push({ commands, end });
      begun.push(...commands);
      return end.promise;
    };
    const writer = createLanes(() => run, 2);
    const asked = lines.map(takeOf);
    const answers = Promise.all(asked.map((command) => writer.submit(command)));
    for (const place of places) {
      await settle();
      if (running.length === 0) break;
      const [ended] = running.splice(place % running.length, 1);
      ended?.end.resolve(ended.commands.map(({ command_id }) => refuse('not_found', command_id)));
    }
    assert.equal((await answers).length, lines.length);
    const orderOf = (commands: readonly TakeLine[]) =>
      Object.groupBy(commands, ({ line }) => line.receiving_account_id);
    assert.deepEqual(orderOf(begun), orderOf(asked));
  });
  await fc.assert(property, { numRuns: 150 });
});
