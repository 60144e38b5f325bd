// Sums of a rolling day: nobody alone gives or takes more, by any mixture of acts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasAmount } from '../../../server/domain/approval/bands.ts';
import { type ByOne, checkApproval } from '../../../server/domain/approval/check-approval.ts';
import { sumBandFor, sumsOfAsk } from '../../../server/domain/approval/sums.ts';
import { type Band, type Bands, bandsOf } from '../../../server/domain/record/band.ts';
import {
  addToSums,
  type CountedAct,
  SUM_WINDOW_MS,
  type Sums,
  sumName,
} from '../../../server/domain/record/counted-act.ts';
import {
  APPROVAL_ACTS,
  type ApprovalAct,
  type ApprovalAsk,
  type Identity,
} from '../../../server/domain/record/proposal.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { fc } from '../../support/property.ts';

const ACTS = APPROVAL_ACTS.filter(hasAmount);
const ANA: Identity = 'person:ana';

const row = (act: ApprovalAct, currency: string | null, from_cents: bigint | null): Band => ({
  act,
  currency,
  from_cents,
});

type Parties = Partial<Pick<ApprovalAsk, 'payee_number' | 'merchant_id' | 'receiving_account_id'>>;

const asking = (act: ApprovalAct, amount_cents: bigint, parties: Parties = {}): ApprovalAsk => ({
  act,
  currency: 'EUR',
  amount_cents,
  merchant_id: null,
  payee_number: null,
  receiving_account_id: null,
  target: 't',
  version: '',
  content: '',
  ...parties,
});

/** A day of acts, in which the sums are read as the store would. */
function day(bands: Bands) {
  const acts: CountedAct[] = [];
  let now = 0;
  function sumsFor(ask: ApprovalAsk, identity: Identity): Sums {
    const sums: Sums = new Map();
    for (const key of sumsOfAsk(bands, ask, identity)) sums.set(sumName(key), new Map());
    for (const one of acts.filter(({ at }) => at > now - SUM_WINDOW_MS)) addToSums(sums, one);
    return sums;
  }
  return {
    acts,
    wait(ms: number) {
      now += ms;
    },
    /** The answer: `alone`, or the sum that needs a second person; `band` for the act's own. */
    ask(given: ApprovalAsk, identity = ANA): string {
      const by_one: ByOne = { identity, sums: sumsFor(given, identity) };
      const checked = checkApproval(bands, given, by_one, now);
      if (isRefusal(checked)) return String(checked.extra?.sum_of ?? 'band');
      if (checked !== null && 'counted' in checked) {
        acts.push({ ...checked.counted, counted_act_id: String(acts.length), at: now });
      }
      return 'alone';
    },
  };
}

test('a sum is ten times the band unless it is set, and off with it', () => {
  const live = bandsOf(
    'live',
    [row('refund', 'EUR', 500n), row('pay_out', null, null), row('adjustment', null, 0n)],
    [row('line_keep', 'EUR', 7n), row('line_credit', null, null), row('line_credit', 'USD', 9n)],
  );
  const cases = [
    ['manual_confirm', 'EUR', 1_000_000n],
    ['manual_confirm', 'KWD', 3_000_000n],
    ['refund', 'EUR', 5_000n],
    ['pay_out', 'EUR', null],
    ['adjustment', 'EUR', 0n],
    ['line_keep', 'EUR', 7n],
    ['line_credit', 'EUR', null],
    ['line_credit', 'USD', 9n],
  ] as const;
  for (const [act, currency, expected] of cases) {
    assert.equal(sumBandFor(live, { act, currency }), expected, `${act} ${currency}`);
  }
  for (const act of ACTS) {
    assert.equal(sumBandFor(bandsOf('sandbox', []), { act, currency: 'EUR' }), null);
  }
});

test('slices below the band reach the sum of the person, whatever acts they are', () => {
  const on = day(bandsOf('live', []));
  const answers = ACTS.map((act) => on.ask(asking(act, act === 'adjustment' ? -99_999n : 99_999n)));
  const alone = answers.filter((answer) => answer === 'alone').length;
  assert.equal(alone, 10);
  assert.equal(answers.at(alone), 'person');
  assert.equal(on.ask(asking('refund', 9n)), 'alone', 'what remains of the sum');
  assert.equal(on.ask(asking('refund', 1n)), 'person');
  on.wait(SUM_WINDOW_MS);
  assert.equal(on.ask(asking('pay_out', 99_999n)), 'alone', 'a day later');
});

test('colleagues share the sum of a payee, a merchant and an account', () => {
  for (const [parties, kind] of [
    [{ payee_number: 'IBAN1' }, 'payee'],
    [{ merchant_id: 'm' }, 'merchant'],
    [{ receiving_account_id: 'a' }, 'account'],
  ] as const) {
    const on = day(bandsOf('live', []));
    for (let one = 0; one < 10; one += 1) {
      assert.equal(on.ask(asking('pay_out', 99_999n, parties), `person:${one}`), 'alone');
    }
    assert.equal(on.ask(asking('pay_out', 11n, parties), 'person:last'), kind);
    assert.equal(on.ask(asking('pay_out', 11n), 'person:last'), 'alone');
  }
});

test('what was not read is never taken for nothing', () => {
  const by_one: ByOne = { identity: ANA, sums: new Map() };
  assert.throws(
    () => checkApproval(bandsOf('live', []), asking('pay_out', 1n), by_one, 0),
    /^Error: The sum of a person was not read$/,
  );
});

const someBands = fc.record({
  bands: fc.array(
    fc.record({ act: fc.constantFrom(...ACTS), from: fc.option(fc.bigInt(1n, 1_000n)) }),
    { maxLength: 6 },
  ),
  sums: fc.array(
    fc.record({ act: fc.constantFrom(...ACTS), from: fc.option(fc.bigInt(1n, 5_000n)) }),
    { maxLength: 6 },
  ),
});
const someone = fc.constantFrom<Identity>('person:a', 'person:b', 'token:c');
const someAct = fc.record({
  act: fc.constantFrom(...ACTS),
  size: fc.bigInt(-1_200n, 1_200n),
  identity: someone,
  payee: fc.constantFrom('p', 'q', null),
  merchant: fc.constantFrom('m', 'n', null),
  account: fc.constantFrom('a', null),
  wait: fc.integer({ min: 0, max: SUM_WINDOW_MS / 4 }),
});

/** The largest sum that anything alone reached within a day, and how the rule limits it. */
function reached(acts: readonly CountedAct[], of: (act: CountedAct) => string | null) {
  const sums: bigint[] = [];
  for (const last of acts) {
    const within = acts.filter(
      (one) =>
        of(one) !== null &&
        of(one) === of(last) &&
        one.at <= last.at &&
        one.at > last.at - SUM_WINDOW_MS,
    );
    sums.push(within.reduce((sum, one) => sum + one.amount_cents, 0n));
  }
  return sums.reduce((most, sum) => (sum > most ? sum : most), 0n);
}

test('in no history does anybody alone reach a sum, nor anybody’s payee, merchant or account', () => {
  let refused = 0;
  const property = fc.property(
    someBands,
    fc.array(someAct, { maxLength: 60 }),
    (given, history) => {
      const rows = (list: typeof given.bands) => list.map(({ act, from }) => row(act, 'EUR', from));
      // The small default, so that histories reach it.
      const small = ACTS.map((act) => row(act, 'EUR', 300n));
      const bands = bandsOf('live', [...small, ...rows(given.bands)], rows(given.sums));
      const on = day(bands);
      for (const { act, size, identity, payee, merchant, account, wait } of history) {
        on.wait(wait);
        const parties = {
          payee_number: payee,
          merchant_id: merchant,
          receiving_account_id: account,
        };
        if (on.ask(asking(act, size, parties), identity) !== 'alone') refused += 1;
      }
      const limits = new Map(
        ACTS.map((act) => [act, sumBandFor(bands, { act, currency: 'EUR' })] as const),
      );
      for (const most of new Set(limits.values())) {
        if (most === null) continue;
        const acts = on.acts.filter(({ act }) => (limits.get(act) ?? most) <= most);
        for (const of of [
          (act: CountedAct) => act.identity,
          (act: CountedAct) => act.payee_number,
          (act: CountedAct) => act.merchant_id,
          (act: CountedAct) => act.receiving_account_id,
        ]) {
          assert.ok(reached(acts, of) < most);
        }
      }
    },
  );
  fc.assert(property, { numRuns: 1_000 });
  assert.ok(refused > 1_000, `only ${refused} refusals: the histories reach nothing`);
});
