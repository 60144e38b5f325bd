// What the insider's requests are about: what exists now, and values that get a request accepted.
import type { Fields } from '../../../bench/harness/http-client.ts';
import { PASSWORD } from '../../http/operator/factor/person-client.ts';
import { type Known, pick, type Random } from '../openapi-fuzz.ts';
import { AMOUNTS, type Company, PAYEE } from './company.ts';

type Things = Readonly<Record<keyof typeof THINGS, readonly Fields[]>>;

const note = 'as agreed';

/** What exists, by the kind of thing that a path names. */
const THINGS = {
  trades: `select merchant_id, trade_id as id, direction, state,
      amount_cents::float8 as amount_cents
    from trades order by changed_at desc limit 120`,
  payouts: `select merchant_id, trade_id as id from trades
    where direction = 'payout' and state in ('created', 'processing')`,
  lines: `select bank_line_id as id, status as state, amount_cents::float8 as amount_cents
    from bank_lines join bank_line_outcomes using (bank_line_id)`,
  approvals: `select proposal_id as id from proposals where state = 'waiting'`,
  people: 'select person_id as id from people',
  disputes: 'select merchant_id, dispute_id as id, state from disputes',
  settlements: 'select merchant_id, settlement_id as id from settlements',
  holds: 'select merchant_id, trade_id from holds',
  attempts: 'select end_to_end_id from payout_attempts',
  payout_batches: 'select payout_batch_id as id from payout_batches',
  line_rules: 'select distinct line_rule_id as id from line_rules',
  operator_tokens: 'select operator_token_id as id from operator_tokens',
} as const;

export async function look({ service }: Company): Promise<Things> {
  const found = Object.entries(THINGS).map(async ([name, text]) => [
    name,
    // By a name, so that it is planned once and not before every step.
    await service.app.store.db.query<Fields>(`look-${name}`, text, []),
  ]);
  return Object.fromEntries(await Promise.all(found));
}

export type Draw = { random: Random; company: Company; things: Things };

const some = ({ random }: Draw, items: readonly Fields[], most: number): Fields[] =>
  Array.from({ length: items.length === 0 ? 0 : 1 + random.below(most) }, () =>
    pick(random, items),
  );

/** States in which an act is likely to be possible. */
const ACTED_ON: Readonly<Record<string, readonly string[]>> = {
  confirm: ['pending', 'verifying'],
  complete: ['processing'],
  take: ['created'],
  release: ['processing'],
  fail: ['processing', 'verifying'],
  cancel: ['pending', 'created'],
  dispute: ['completed'],
  disputes: ['completed', 'failed', 'expired'],
  resolve: ['disputed'],
  reverse: ['completed', 'disputed'],
  refund: ['completed'],
  decide: ['open', 'waiting_for_operator', 'appealed'],
  appeal: ['decided'],
  assign: ['suspense', 'waiting_for_operator'],
  undo: ['matched', 'fee', 'own_transfer', 'credited', 'kept'],
  credit: ['suspense'],
  keep: ['suspense'],
  fee: ['suspense'],
  own_transfer: ['suspense'],
  return: ['suspense'],
};

/** Optional members that would only get the request refused: limits, layouts, and the like. */
export const NEVER: readonly RegExp[] = [
  /\/statements|_minute|max_|_per_|daily_|weight|limits?$|phone|Idempotency|execution_on/,
  /(people|tokens).* merchant_id$|\/trades\/.* (reason|outcome|utr)$|\/payouts.* reason$/,
  /deadline|overlap|balance_currency|period|as_of|expires|scopes|charge$|count$|difference/,
  /decide .*(amount_cents|evidence)|bank_name/,
];

/** The object that a path names: its merchant and its id belong together. */
function subjectOf(draw: Draw, path: string): Fields {
  const { random, company, things } = draw;
  const [, area, , kind = ''] = path.split('/');
  if (area === 'api')
    return pick(
      random,
      path.includes('/disputes/') && things.disputes.length > 0 ? things.disputes : things.trades,
    );
  if (kind === 'merchants') return { id: pick(random, company.shops).merchant_id };
  if (kind === 'receiving_accounts') return { id: pick(random, company.accounts) };
  const found = { feed_tokens: 'operator_tokens', bank_lines: 'lines' }[kind] ?? kind;
  const of_kind = Object.entries(things).find(([name]) => name === found)?.[1] ?? [];
  const states = ACTED_ON[path.split('/').at(-1) ?? ''] ?? [];
  const fitting = of_kind.filter(({ state }) => states.includes(String(state)));
  const from = fitting.length > 0 && random.chance(0.8) ? fitting : of_kind;
  return from.length === 0 ? {} : pick(random, from);
}

/** Lines that could be the payment of a pay-in, and others. */
function inventedLines(draw: Draw): readonly Fields[] {
  const { random, company, things } = draw;
  const booked_at = new Date(company.service.app.settings.now()).toISOString();
  return some(draw, things.trades, 3).map(({ amount_cents, direction }) => ({
    amount_cents: direction === 'payout' ? -Number(amount_cents) : Number(amount_cents),
    booked_at,
    text: `invented ${random.below(1e9)}`,
    utr: random.chance(0.5) ? String(100_000_000_000 + random.below(1e9)) : null,
  }));
}

/** Mostly a trade of the line's amount, as somebody makes one for it. */
function tradeFor({ random, things }: Draw, { amount_cents }: Fields): Fields {
  const size = Math.abs(Number(amount_cents));
  const fitting = things.trades.filter((trade) => trade.amount_cents === size);
  return pick(random, fitting.length > 0 && random.chance(0.8) ? fitting : things.trades);
}

const DECISIONS = ['assign', 'fee', 'own_transfer', 'return', 'undo', 'credit', 'keep'] as const;

function decisions(draw: Draw): Fields[] {
  const { random, things } = draw;
  return some(draw, things.lines, 4).map((line) => {
    const bank_line_id = line.id;
    const act = pick(random, DECISIONS);
    const { merchant_id, id: trade_id } = tradeFor(draw, line);
    if (act === 'assign') return { bank_line_id, act, merchant_id, trade_id };
    return act === 'credit' ? { bank_line_id, act, merchant_id } : { bank_line_id, act };
  });
}

/** Values by which a request gets past the first look-up. */
export function knownFor(draw: Draw, path: string): Known {
  const { random, company, things } = draw;
  const subject = subjectOf(draw, path);
  const { merchant_id = pick(random, company.shops).merchant_id } = subject;
  const trade = path.endsWith('/assign') ? tradeFor(draw, subject) : pick(random, things.trades);
  const one = (values: Fields): Known =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
  return {
    ...one({ note, reason: note, expected_sequence: null, expected_decided_at: null }),
    ...one({
      merchant_id,
      trade_id: trade.id,
      receiving_account_id: pick(random, company.accounts),
    }),
    ...one({
      receiving_account_ids: [pick(random, company.accounts)],
      payouts: some(draw, things.payouts, 12),
    }),
    ...one({ lines: inventedLines(draw), decisions: decisions(draw), merchant: merchant_id }),
    ...one({ proposals: some(draw, things.approvals, 5).map(({ id }) => id) }),
    ...one({ bands: [{ act: 'pay_out', currency: null, from_cents: null }] }),
    ...one({
      rates: [{ trade_currency: 'INR', balance_currency: 'USD', rate: 80 + random.below(9) }],
    }),
    ...one({ tariffs: [{ direction: 'payin', percent: random.below(4) }] }),
    ...(/disputes$|guess/.test(path) ? {} : one({ type: 'account' })),
    ...one({ number: PAYEE, name: `Mallory ${random.below(1e6)}`, currency: 'INR' }),
    ...one({ email: `m${random.below(1e9)}@company.example`, password: PASSWORD, mode: 'token' }),
    ...one({
      url: 'https://shop.example/hook',
      callback_url: null,
      settings: { payin_life_minutes: 30 },
    }),
    ...one({ evidence_line_id: null, evidence_utr: null, allowed_ips: [], expires_at: null }),
    amount_cents: AMOUNTS,
    max_amount_cents: AMOUNTS,
    text: ['invented'],
    direction: ['in', 'out'],
    balance_currency: ['INR'],
    currencies: [['INR', 'USD']],
    parts: [
      [50_000, 50_007],
      [500, 99_507],
    ],
    utr: [String(100_000_000_000 + random.below(1e9)), null],
    role: ['owner', 'finance', 'operator', 'viewer'],
    ...(path.includes('/trades/') ? { amount_cents: [null, null, ...AMOUNTS] } : {}),
    ...Object.fromEntries(Object.entries(subject).map(([name, value]) => [name, [value]])),
    ...(path.includes('/bank_lines/') ? one({ merchant_id: trade.merchant_id }) : {}),
  };
}

/** What a bank could have said about pay-outs that were sent. */
function inventedAnswers(draw: Draw): { body: string; type: string } {
  const { random, things } = draw;
  const rows = some(draw, things.attempts, 3).map(({ end_to_end_id }) => {
    const status = pick(random, ['rejected', 'rejected', 'paid', 'accepted', 'CANC']);
    const utr = status === 'paid' ? String(100_000_000_000 + random.below(1e9)) : '';
    return [end_to_end_id, status, utr, pick(random, ['AC04', 'AM05', ''])].join(',');
  });
  return { body: ['end_to_end_id,status,utr,reason', ...rows].join('\n'), type: 'text/csv' };
}

/** Files, whose bodies the document does not describe. */
export function fileFor(draw: Draw, path: string): { body: string; type: string } | null {
  if (path.endsWith('/payout_answers')) return inventedAnswers(draw);
  if (!path.endsWith('/statements')) return null;
  const { company } = draw;
  const day = new Date(company.service.app.settings.now()).toISOString().slice(0, 10);
  const rows = inventedLines(draw).map(({ amount_cents, text }) => {
    const amount = Number(amount_cents);
    const shown = (Math.abs(amount) / 100).toFixed(2);
    return `${day},${String(text)},${amount < 0 ? shown : ''},${amount < 0 ? '' : shown}`;
  });
  return { body: ['Date,Description,Debit,Credit', ...rows].join('\n'), type: 'text/csv' };
}
