// An operator hands in a list of refunds: it is looked at first, and then each is made, asked of a
// second person, or refused by itself, as a single refund would be.
import { IMPORT_REFUNDS } from '../../domain/payout/payout-requests.ts';
import { refuseOtherThanSeen, totalsOf } from '../../domain/payout/refund-list.ts';
import type { PayeeSource } from '../../domain/payout/refund-payee.ts';
import { shownOrderId, type Trade } from '../../domain/record/trade.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { refundable } from '../../domain/trade/refund-count.ts';
import type { ItemResult } from '../approval/item-result.ts';
import { readRefundList } from '../file/read-refund-list.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { shownNumber } from '../request/views.ts';
import { type ForeseenRefund, refundTrade } from './create-refund.ts';
import { isHeldUp, type LookedRefund, lookAtRefunds, seenOfRefunds } from './look-at-refunds.ts';

export const REFUND_OUTCOMES = ['ready', 'refunded', 'done', 'waiting', 'refused'] as const;
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number];

export type RefundResult = {
  line: number;
  outcome: RefundOutcome;
  /** All three null if the row names no pay-in. */
  merchant_id: string | null;
  id: string | null;
  order_id: string | null;
  amount_cents: number | null;
  currency: string | null;
  refundable_cents: number | null;
  payee_name: string | null;
  payee_number: string | null;
  payee_from: PayeeSource | null;
  refund_id: string | null;
  proposal_id: string | null;
  code: string | null;
  detail: string | null;
};

export type RefundListResult = {
  dry_run: boolean;
  seen: string;
  counts: Record<RefundOutcome, number>;
  totals: { currency: string; count: number; amount_cents: number }[];
  results: RefundResult[];
};

/** One text per row, because its result has no list of fields. */
const textOf = ({ detail, errors = [] }: Refusal): string =>
  errors.length === 0 ? detail : errors.map((one) => `${one.field}: ${one.message}.`).join(' ');

const NOT_REFUSED = { code: null, detail: null };

const NONE = {
  amount_cents: null,
  payee_name: null,
  payee_number: null,
  payee_from: null,
  refund_id: null,
  ...NOT_REFUSED,
};

type OfRefund = Pick<RefundResult, keyof typeof NONE | 'outcome'>;

function factsOf(found: ForeseenRefund | Refusal): OfRefund {
  if (isRefusal(found)) {
    return { ...NONE, outcome: 'refused', code: found.code, detail: textOf(found) };
  }
  const { made, amount_cents, type, payee, source } = found;
  return {
    ...NONE,
    outcome: made === null ? 'ready' : 'done',
    amount_cents: Number(amount_cents),
    payee_name: payee?.name ?? null,
    payee_number: payee === null ? null : shownNumber(type, payee.number, 'mask'),
    payee_from: source,
    refund_id: made?.trade_id ?? null,
  };
}

function payinOf(payin: Trade | null) {
  if (payin === null) {
    return { merchant_id: null, id: null, order_id: null, currency: null, refundable_cents: null };
  }
  const { merchant_id, trade_id: id, currency } = payin;
  const refundable_cents = Number(refundable(payin));
  return { merchant_id, id, order_id: shownOrderId(payin), currency, refundable_cents };
}

const NEEDS_SECOND = 'A second person has to approve this.';

/** What stops it now: its amount and payee are told all the same. */
function hindered({ code, detail }: Refusal): Pick<RefundResult, 'outcome' | 'code' | 'detail'> {
  return code === 'approval_required'
    ? { outcome: 'waiting', code, detail: NEEDS_SECOND }
    : { outcome: 'refused', code, detail };
}

const resultOf = ({ row: { line }, payin, found, hindrance }: LookedRefund): RefundResult => ({
  line,
  proposal_id: null,
  ...payinOf(payin),
  ...factsOf(found),
  ...(hindrance === null ? {} : hindered(hindrance)),
});

/** The request that refunds one pay-in alone. */
export type OneRefund = {
  readonly path: { readonly merchant_id: string; readonly id: string };
  readonly fields: Readonly<Record<string, unknown>>;
  readonly idempotency_key: string;
};

/** Proposes a refund that needs a second person. */
type Tell = (
  answer: { id: string } | Refusal,
  one: OneRefund,
) => Promise<ItemResult<{ id: string }>>;

async function refund(
  app: App,
  operator: OperatorCaller,
  looked: LookedRefund,
  tell: Tell,
): Promise<RefundResult> {
  const { payin, key, found } = looked;
  const result = resultOf(looked);
  if (payin === null || isRefusal(found) || found.made !== null || isHeldUp(looked)) return result;
  const { merchant_id, trade_id: id } = payin;
  const fields = { ...looked.fields, expected_sequence: payin.sequence };
  const path = { merchant_id, id };
  const answer = await refundTrade(app, operator, path, { fields, errors: [] }, key);
  const told = await tell(answer, { path, fields, idempotency_key: key });
  switch (told.kind) {
    case 'done':
      return { ...result, ...NOT_REFUSED, outcome: 'refunded', refund_id: told.done.id };
    case 'waiting': {
      const { proposal_id } = told;
      const waits = { code: 'approval_required', detail: NEEDS_SECOND };
      return { ...result, ...waits, outcome: 'waiting', proposal_id };
    }
    case 'refused': {
      const { refusal } = told;
      return { ...result, outcome: 'refused', code: refusal.code, detail: textOf(refusal) };
    }
  }
}

function bodyOf(dry_run: boolean, seen: string, results: RefundResult[]): RefundListResult {
  const count = (outcome: RefundOutcome) => results.filter((one) => one.outcome === outcome).length;
  const counted = results.flatMap(({ outcome, currency, amount_cents }) =>
    outcome === (dry_run ? 'ready' : 'refunded') && currency !== null && amount_cents !== null
      ? [{ currency, amount_cents: BigInt(amount_cents) }]
      : [],
  );
  return {
    dry_run,
    seen,
    counts: {
      ready: count('ready'),
      refunded: count('refunded'),
      done: count('done'),
      waiting: count('waiting'),
      refused: count('refused'),
    },
    totals: totalsOf(counted).map((one) => ({ ...one, amount_cents: Number(one.amount_cents) })),
    results,
  };
}

export type RefundListRequest = QueryTexts<typeof IMPORT_REFUNDS> & {
  body: AsyncIterable<Uint8Array>;
};

/**
 * The same list again refunds nothing twice: the key of a row follows from its pay-in and amount,
 * or from the name of the list (its idempotency key), and what has been made is found by it.
 */
export async function importRefunds(
  app: App,
  operator: OperatorCaller,
  request: RefundListRequest,
  { name, tell }: { name: string | undefined; tell: Tell },
): Promise<RefundListResult | Refusal> {
  const asked = readFilters(IMPORT_REFUNDS, request);
  if (isRefusal(asked)) return asked;
  const rows = await readRefundList(request.body);
  if (isRefusal(rows)) return rows;
  const { merchant_id, note, seen: expected } = asked;
  const looked = await lookAtRefunds(app, operator, rows, merchant_id, { note, name });
  const seen = seenOfRefunds(app, looked);
  if (asked.dry_run === true) return bodyOf(true, seen, looked.map(resultOf));
  if (expected !== null && expected !== seen) {
    return refuseOtherThanSeen();
  }
  // One after another, as the dry run decided them: a later row never takes the money, or the room
  // of a sum, that an earlier one was told to have.
  const results: RefundResult[] = [];
  for (const one of looked) results.push(await refund(app, operator, one, tell));
  return bodyOf(false, seen, results);
}
