// One movement that two sources book on different days (its value day, the day after a weekend)
// counts once: it waits, unless balances prove that there were two.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import type { Shown, ShownMovement, ViewName } from './second-format-files.ts';
import {
  amountsOf,
  brief,
  dayAgo,
  give,
  newAccount,
  onlyAccount,
  useApp,
  waitingOf,
} from './second-format-scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
  useApp(service.app);
});
after(async () => {
  await service.stop();
});

const CENTS = 150_000;
const UTR = '412345678901';

const one = (days: number, given: Partial<ShownMovement> = {}, opening = 0): Shown => ({
  opening,
  movements: [{ cents: CENTS, day: dayAgo(days), id: `D${days}`, ...given }],
});

type Step = readonly [view: ViewName, shown: Shown];

const ONCE: readonly (readonly [name: string, reason: string, steps: readonly Step[]])[] = [
  [
    'the next day, from the same balance',
    'day_differs',
    [
      ['camt.053', one(3)],
      ['mt940', one(2)],
    ],
  ],
  [
    'the day before, to the same balance',
    'day_differs',
    [
      ['mt940', one(2)],
      ['camt.053', one(3)],
    ],
  ],
  [
    'by a feed on Saturday, in the statement on Monday',
    'day_differs',
    [
      ['camt.053', one(5, { cents: 10 })],
      ['feed', one(4)],
      ['camt.053', one(2, {}, 10)],
    ],
  ],
  [
    'by a feed before the first statement',
    'maybe_stored',
    [
      ['feed', one(4)],
      ['camt.053', one(2)],
    ],
  ],
  [
    'with its UTR, without balances',
    'maybe_stored',
    [
      ['camt.054', one(3, { utr: UTR })],
      ['csv', one(2, { utr: UTR })],
    ],
  ],
  [
    'with its UTR, by a feed after the statement',
    'maybe_stored',
    [
      ['camt.053', one(3, { utr: UTR })],
      ['feed', one(2, { utr: UTR })],
    ],
  ],
  [
    'with the bank’s number',
    'maybe_stored',
    [
      ['feed', one(3, { bank_id: 'REF1' })],
      ['camt.054', one(2, { bank_id: 'REF1' })],
    ],
  ],
];

for (const [name, reason, steps] of ONCE) {
  test(`counts once: booked on another day, ${name}`, async () => {
    const account = await newAccount();
    await onlyAccount(account.id);
    for (const [view, shown] of steps) await give(account, view, shown);
    const counted = (await amountsOf(account.id)).filter((cents) => cents === CENTS);
    assert.deepEqual(counted, [CENTS]);
    const [line, ...others] = await waitingOf(account.id);
    assert.deepEqual([line?.reason, others], [reason, []]);
    assert.deepEqual(
      line?.stored_lines.map(({ amount_cents }) => amount_cents),
      [CENTS],
    );
    const [again] = steps.slice(-1);
    if (again !== undefined) assert.deepEqual(brief(await give(account, ...again)), [0, 0, 1]);
  });
}

const TWICE: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  [
    'the balances go on from one day to the next',
    [
      ['camt.053', one(3)],
      ['mt940', one(2, {}, CENTS)],
    ],
  ],
  [
    'a feed told both days, and the statements go on',
    [
      ['feed', one(3)],
      ['camt.053', one(3)],
      ['camt.053', one(2, {}, CENTS)],
    ],
  ],
  [
    'one source tells both',
    [
      ['camt.054', one(3, { bank_id: 'REF1' })],
      ['camt.054', one(2, { bank_id: 'REF1' })],
    ],
  ],
  [
    'both have UTRs of their own',
    [
      ['feed', one(4, { utr: UTR })],
      ['camt.053', one(2, { utr: '412345678902' })],
    ],
  ],
];

for (const [name, steps] of TWICE) {
  test(`counts twice: ${name}`, async () => {
    const account = await newAccount();
    for (const [view, shown] of steps) await give(account, view, shown);
    assert.deepEqual(await amountsOf(account.id), [CENTS, CENTS]);
    assert.deepEqual(await waitingOf(account.id), []);
  });
}
