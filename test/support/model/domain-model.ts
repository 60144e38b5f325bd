// Random histories for the rules: batches of commands of three merchants, made from plain numbers
// so that fast-check can shrink them.
import type { Command, Review, TradeAct } from '../../../server/domain/batch/command.ts';
import { TRADE_ACTS } from '../../../server/domain/batch/command.ts';
import { DIFFERENCE_BEARERS } from '../../../server/domain/record/bank-line.ts';
import type { Merchant, Rate } from '../../../server/domain/record/merchant.ts';
import type { ReceivingAccount } from '../../../server/domain/record/receiving-account.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { fc } from '../property.ts';
import {
  accountWith,
  act,
  adjust,
  assign,
  claim,
  decimal,
  HOUR,
  idOf,
  lineWith,
  MINUTE,
  merchantWith,
  payin,
  payout,
  refund,
  rematch,
  review,
  START,
  sendBack,
  take,
} from './domain-commands.ts';

const merchant = (
  number: number,
  balance_currency: string,
  settings: Parameters<typeof merchantWith>[0],
) => merchantWith(settings, { merchant_id: idOf(1, number), balance_currency });

export const MERCHANTS: readonly [Merchant, Merchant, Merchant] = [
  merchant(1, 'USD', { client_max_open_payins: 3 }),
  merchant(2, 'JPY', { amount_policy: 'accept_actual', amount_shift: true }),
  merchant(3, 'KWD', { amount_policy: 'tolerance', tolerance_cents: 2, deferred_assignment: true }),
];

const houseOf = (currency: string): Merchant =>
  merchantWith(
    {},
    {
      merchant_id: idOf(1, 900 + CURRENCY_NAMES.indexOf(currency)),
      balance_currency: currency,
      is_house: true,
    },
  );

const CURRENCIES = ['USD', 'JPY', 'KWD'] as const;
const CURRENCY_NAMES: readonly string[] = CURRENCIES;
/** Units of each currency per US dollar; the rates of all pairs follow from them. */
const PER_DOLLAR = { USD: 1000n, JPY: 150_333n, KWD: 307n };

const ACCOUNTS: readonly ReceivingAccount[] = CURRENCIES.flatMap((currency, index) =>
  [1, 2].map((which) =>
    accountWith({ receiving_account_id: idOf(2, index * 2 + which), currency, weight: which }),
  ),
);

function rateBetween(trade_currency: string, balance_currency: string): Rate | null {
  const [from, to] = [trade_currency, balance_currency] as ['USD', 'USD'];
  const digits = (PER_DOLLAR[from] * 10n ** 8n) / PER_DOLLAR[to];
  return {
    trade_currency,
    balance_currency,
    rate: { digits, scale: 8 },
    source: 'test',
    at: START,
  };
}

/** One command as numbers: their meaning depends on `kind`, and every number is valid. */
type Spec = { kind: string; which: number; other: number; amount: number; flag: boolean };
export type Batch = { wait_ms: number; specs: Spec[] };
type TradeKey = { merchant: Merchant; trade_id: string; currency: string; amount: bigint };
export type CommandHistory = { wait_ms: number; commands: Command[] }[];

const KINDS = {
  payin: 5,
  payout: 4,
  adjust: 2,
  assign: 2,
  claim: 4,
  line: 6,
  rematch: 2,
  review: 10,
  refund: 2,
  act: 24,
  retry: 1,
};

const spec: fc.Arbitrary<Spec> = fc.record({
  kind: fc.oneof(
    ...Object.entries(KINDS).map(([kind, weight]) => ({ arbitrary: fc.constant(kind), weight })),
  ),
  which: fc.nat({ max: 40 }),
  other: fc.nat({ max: 40 }),
  amount: fc.nat({ max: 11 }),
  flag: fc.boolean(),
});

const waits = [0, MINUTE, 16 * MINUTE, 2 * HOUR, 30 * HOUR, 130 * HOUR];

export const batches: fc.Arbitrary<Batch[]> = fc.array(
  fc.record({
    wait_ms: fc.constantFrom(...waits, 0, 0, 0, MINUTE, MINUTE, 16 * MINUTE),
    specs: fc.array(spec, { maxLength: 16, size: 'max' }),
  }),
  { minLength: 1, maxLength: 16, size: 'max' },
);

function pick<T>(values: readonly T[], number: number): T {
  const value = values[number % values.length];
  if (value === undefined) throw new Error('Nothing to pick from');
  return value;
}

/** Each act once, and once more those that move most trades on. */
const ACTS_BY_WEIGHT: readonly TradeAct[] = [
  ...TRADE_ACTS,
  ...(['take', 'complete', 'take', 'complete', 'dispute', 'resolve', 'expire'] as const),
];

const utrOf = (number: number) => `UTR00000000${number % 6}`;

const NO_KEY = { merchant: MERCHANTS[0], trade_id: idOf(9, 9), currency: 'USD', amount: 500n };

/** Makes commands from numbers; it knows only the earlier commands, never the decisions. */
class Maker {
  readonly keys: TradeKey[] = [];
  readonly lines: ReturnType<typeof lineWith>[] = [];
  readonly made: Command[] = [];
  now = START;

  commandOf(one: Spec): Command | null {
    if (one.kind === 'payin' || one.kind === 'payout') return this.create(one.kind, one);
    if (one.kind === 'adjust') {
      return adjust(BigInt(one.amount * 20_000 - 20_000) || 1n, pick(MERCHANTS, one.which));
    }
    if (one.kind === 'retry') return this.made.length > 0 ? pick(this.made, one.which) : null;
    if (one.kind === 'line') return this.line(one);
    if (one.kind === 'review') return this.lines.length > 0 ? this.review(one) : null;
    if (one.kind === 'rematch') {
      return this.lines.length > 0 ? rematch(pick(this.lines, one.which), [...MERCHANTS]) : null;
    }
    return this.keys.length > 0 ? this.onTrade(one, this.recent(one.which)) : null;
  }

  /** Mostly picks the newest, because old trades no longer change. */
  recent(which: number): TradeKey {
    return pick(this.keys, this.keys.length * 41 - 1 - (which % Math.min(this.keys.length, 6)));
  }

  create(kind: 'payin' | 'payout', one: Spec): Command {
    const owner = pick(MERCHANTS, one.which);
    const currency = pick(CURRENCIES, one.other);
    const trade_id = idOf(4, this.keys.length + 1);
    const amount = BigInt(one.amount * 250 + 1 + (one.flag ? 0 : one.other));
    this.keys.push({ merchant: owner, trade_id, currency, amount });
    const common = {
      merchant: owner,
      trade_id,
      order_id: `order ${this.keys.length}`,
      fingerprint: `content ${this.keys.length}`,
      currency,
      amount_cents: amount,
      percent: pick([decimal('0'), decimal('1.5'), decimal('33.3333'), decimal('100')], one.other),
      rate: rateBetween(currency, owner.balance_currency),
    };
    if (kind === 'payout') return payout(common);
    return payin({ ...common, accounts: ACCOUNTS.filter((one) => one.currency === currency) });
  }

  line({ which, other, amount, flag }: Spec): Command {
    const key = this.keys.length > 0 ? this.recent(which) : null;
    const currency = key?.currency ?? 'USD';
    const off = pick([0n, 0n, 0n, 0n, 1n, -1n, 100n], amount);
    const asked = (key?.amount ?? 500n) + off;
    const earlier = this.lines.length > 0 && amount === 10 ? pick(this.lines, which) : null;
    if (earlier !== null) return this.takeBack(earlier, flag);
    const line = lineWith({
      bank_line_id: idOf(5, this.lines.length + 1),
      line_key: `key ${flag && other === 0 ? 0 : this.lines.length}`,
      receiving_account_id: pick(
        ACCOUNTS.filter((account) => account.currency === currency),
        other,
      ).receiving_account_id,
      currency,
      amount_cents: asked === 0n ? -7n : asked,
      utr: other % 3 === 0 ? null : utrOf(other),
      text: flag && key !== null ? `PAY ${referenceOf(key.trade_id)}` : null,
      booked_exactly: amount !== 11,
      received_at: this.now,
    });
    this.lines.push(line);
    return take(line, MERCHANTS);
  }

  /** The bank reverses a booking or takes a part of it back, or seems to. */
  takeBack(earlier: ReturnType<typeof lineWith>, flag: boolean): Command {
    const line = lineWith({
      ...earlier,
      bank_line_id: idOf(5, this.lines.length + 1),
      line_key: `key ${this.lines.length}`,
      amount_cents: flag || earlier.amount_cents < 2n ? -earlier.amount_cents : -1n,
      parent_line_id: null,
      received_at: this.now,
    });
    this.lines.push(line);
    return take(line, MERCHANTS);
  }

  /** A person decides about a line, whatever state it is in. */
  review({ which, other, amount, flag }: Spec): Command {
    const line = pick(this.lines, which);
    const key = this.keys.length > 0 ? this.recent(which) : NO_KEY;
    const { merchant, trade_id } = key;
    const to = { merchant_id: merchant.merchant_id, trade_id, charge: flag };
    const acts: readonly (() => Review)[] = [
      () => ({ act: 'assign', ...to }),
      () => ({ act: 'assign', ...to, ...this.difference(line, key, amount) }),
      () => ({ act: 'assign', ...to, ...this.difference(line, key, amount) }),
      () => this.split(line, BigInt(amount + 1)),
      () => sendBack(line, houseOf(line.currency)),
      () => ({ act: pick(['fee', 'own_transfer', 'keep'] as const, amount) }),
      () => ({ act: 'credit', merchant_id: merchant.merchant_id }),
      () => ({ act: 'undo', reverse: flag, charge: amount % 3 === 0 }),
      () => ({ act: 'undo', reverse: false, keep: flag }),
    ];
    return review(line, pick(acts, other)(), MERCHANTS);
  }

  /** What the line has less or more than the trade was asked for, and who bears it. */
  difference(line: ReturnType<typeof lineWith>, { amount }: TradeKey, by: number) {
    const asked = line.amount_cents < 0n ? -amount : amount;
    const amounts = [asked, line.amount_cents - asked].filter((one) => one !== 0n);
    if (amounts.length < 2) return {};
    const [main, rest] = this.parts(line, amounts);
    const part_ids = [main?.bank_line_id ?? '', rest?.bank_line_id ?? ''] as const;
    const to = pick(DIFFERENCE_BEARERS, by);
    return { difference: { amount_cents: rest?.amount_cents ?? 0n, to, part_ids } };
  }

  split(line: ReturnType<typeof lineWith>, first: bigint): Review {
    const parts = this.parts(line, [first, line.amount_cents - first]);
    return { act: 'split', parts };
  }

  parts(line: ReturnType<typeof lineWith>, amounts: readonly bigint[]) {
    return amounts.map((amount_cents) => {
      const bank_line_id = idOf(5, this.lines.length + 1);
      const part = { ...line, bank_line_id, amount_cents, parent_line_id: line.bank_line_id };
      // A split with an empty part is refused, and no bank sends a line of nothing.
      if (amount_cents !== 0n) this.lines.push(part);
      return { bank_line_id, amount_cents };
    });
  }

  onTrade(one: Spec, key: TradeKey): Command {
    const on = { merchant_id: key.merchant.merchant_id, trade_id: key.trade_id };
    if (one.kind === 'refund') {
      const rate = rateBetween(key.currency, key.merchant.balance_currency);
      const asked = one.flag ? null : BigInt(one.amount + 1);
      const made = this.keys.length + 1;
      const trade_id = idOf(4, made);
      this.keys.push({ ...key, trade_id });
      const ids = { trade_id, order_id: `order ${made}`, fingerprint: `content ${made}` };
      return refund(on, asked, { ...ids, merchant: key.merchant, rate });
    }
    if (one.kind === 'claim') return claim(on, utrOf(one.other), { merchant: key.merchant });
    if (one.kind === 'assign') {
      const accounts = ACCOUNTS.filter((account) => account.currency === key.currency);
      return assign(on, { merchant: key.merchant, accounts });
    }
    const name: TradeAct = pick(ACTS_BY_WEIGHT, one.other);
    return act(on, name, {
      amount_cents: one.flag && name === 'confirm' ? BigInt(one.amount + 1) : null,
      outcome: pick([null, null, 'completed', 'failed'] as const, one.amount),
    });
  }
}

export function historyOf(random: readonly Batch[]): CommandHistory {
  const maker = new Maker();
  return random.map(({ wait_ms, specs }) => {
    maker.now += wait_ms;
    const commands = specs.flatMap((one) => {
      const command = maker.commandOf(one);
      if (command === null) return [];
      maker.made.push(command);
      return [command];
    });
    return { wait_ms, commands };
  });
}
