// An operator decides about a bank line, with a reason: assign it, split it, book it as something
// else, return the money, or undo a decision.

import type { Difference, Review } from '../../domain/batch/command.ts';
import { REVIEW_LINE } from '../../domain/line/review-requests.ts';
import { refuseDecided } from '../../domain/matching/decide-review.ts';
import { namedPayee, senderOf } from '../../domain/payout/refund-payee.ts';
import type { BankLine, LineAct } from '../../domain/record/bank-line.ts';
import type { Actor } from '../../domain/record/origin.ts';
import { beginReading, type RawFields, readRequest } from '../../domain/request/read-request.ts';
import type { RequestOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { feePercent } from '../../domain/trade/fee-percent.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readLinesById, readParts } from '../../store/line/related-lines.ts';
import { houseMerchant } from '../merchant/house-merchant.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type BankLineDetail, bankLineDetail } from './bank-line-detail.ts';
import { withLastDecision, withLastReview } from './last-decision.ts';

type Asked = { app: App; actor: Actor; line: BankLine };

/** The pay-out that returns the money to the sender whom the bank or the operator names. */
async function makeReturn(
  { app, actor, line }: Asked,
  { payee, type }: ReturnType<typeof namedPayee>,
): Promise<Review> {
  const trade_id = newId();
  const content = JSON.stringify(['return', line.bank_line_id, trade_id]);
  const payout = {
    kind: 'create_payout' as const,
    command_id: trade_id,
    actor,
    merchant: await houseMerchant(app, actor, line.currency),
    trade_id,
    page_key_id: app.store.cipher.page_key_id,
    fingerprint: app.store.cipher.lookup(content).toString('hex'),
    order_id: `return-${trade_id}`,
    order_id_as_sent: null,
    type,
    currency: line.currency,
    amount_cents: line.amount_cents,
    client_id: `bank-line-${line.bank_line_id}`,
    callback_url: null,
    return_url: null,
    description: null,
    metadata: null,
    percent: feePercent('line_return', [], { type, currency: line.currency }),
    rate: null,
    payee,
  };
  return { act: 'return', payout };
}

/** Of an assignment; its parts get new ids. The shape checks that there are both or neither. */
function differenceOf({
  difference_cents: amount_cents,
  difference_to: to,
}: RequestOf<typeof REVIEW_LINE.assign>): { difference?: Difference } {
  if (amount_cents === null || to === null) return {};
  return { difference: { amount_cents, to, part_ids: [newId(), newId()] } };
}

type AskedReview = {
  note: string;
  expected_decided_at: number | null;
  /** Makes the house merchant of a return, so it runs only if nothing is wrong. */
  review: Review | (() => Promise<Review>);
};

async function readReturn(asked: Asked, raw: RawFields): Promise<AskedReview | Refusal> {
  const { app, line } = asked;
  const { accounts } = await app.settings.current();
  const own_type = accounts.get(line.receiving_account_id)?.type ?? 'account';
  const reading = beginReading(REVIEW_LINE.return, raw);
  const payee = namedPayee(reading.values, own_type, senderOf([line]), reading);
  const read = reading.result();
  return isRefusal(read) ? read : { ...read, review: () => makeReturn(asked, payee) };
}

/** The decision that the request asks for. */
async function readReview(
  act: LineAct,
  asked: Asked,
  raw: RawFields,
): Promise<AskedReview | Refusal> {
  switch (act) {
    case 'assign': {
      const read = readRequest(REVIEW_LINE.assign, raw);
      if (isRefusal(read)) return read;
      const { merchant_id, trade_id, charge } = read;
      return { ...read, review: { act, merchant_id, trade_id, charge, ...differenceOf(read) } };
    }
    case 'split': {
      const read = readRequest(REVIEW_LINE.split, raw);
      if (isRefusal(read)) return read;
      const parts = read.parts.map((amount_cents) => ({ bank_line_id: newId(), amount_cents }));
      return { ...read, review: { act, parts } };
    }
    case 'return':
      return await readReturn(asked, raw);
    case 'undo': {
      const read = readRequest(REVIEW_LINE.undo, raw);
      if (isRefusal(read)) return read;
      const { reverse, charge, keep } = read;
      return { ...read, review: { act, reverse, charge, keep } };
    }
    case 'credit': {
      const read = readRequest(REVIEW_LINE.credit, raw);
      return isRefusal(read) ? read : { ...read, review: { act, merchant_id: read.merchant_id } };
    }
    case 'fee':
    case 'own_transfer':
    case 'keep': {
      const read = readRequest(REVIEW_LINE[act], raw);
      return isRefusal(read) ? read : { ...read, review: { act } };
    }
  }
}

/** What the audit trail keeps of a decision: no account numbers. */
function detailOf(review: Review, note: string) {
  if (review.act === 'assign') {
    const { merchant_id, trade_id, charge = false, difference } = review;
    const named =
      difference === undefined
        ? {}
        : {
            difference_cents: Number(difference.amount_cents),
            difference_to: difference.to,
          };
    return { note, merchant_id, trade_id, ...(charge ? { charge } : {}), ...named };
  }
  if (review.act === 'split') {
    return { note, parts: review.parts.map((part) => Number(part.amount_cents)) };
  }
  if (review.act === 'return') {
    const { merchant, trade_id } = review.payout;
    return { note, merchant_id: merchant.merchant_id, trade_id };
  }
  if (review.act === 'credit') return { note, merchant_id: review.merchant_id };
  if (review.act !== 'undo') return { note };
  const { reverse, charge = false, keep = false } = review;
  return { note, reverse, ...(charge ? { charge } : {}), ...(keep ? { keep } : {}) };
}

/**
 * The rules try to match each part at once; what they cannot match waits for a person. If the reply
 * was lost and the request is repeated, missing matches are made then.
 */
async function matchParts(app: App, actor: Actor, bank_line_id: string): Promise<void> {
  const parts = await readParts(app.store.db, app.store.cipher, bank_line_id);
  const fresh = parts.filter(({ outcome }) => outcome.reason === 'part_of_split');
  const { merchants } = await app.settings.current();
  await Promise.all(
    fresh.map(({ line }) =>
      app.writer.submit({
        kind: 'rematch_line',
        command_id: newId(),
        actor,
        bank_line_id: line.bank_line_id,
        merchants,
      }),
    ),
  );
}

export async function reviewLine(
  app: App,
  operator: OperatorCaller,
  id: string,
  act: LineAct,
  raw: RawFields,
  idempotency_key: string | undefined,
): Promise<BankLineDetail | Refusal> {
  const bank_line_id = parseUuid(id);
  if (bank_line_id === null) return refuseUnknown();
  const [record] = await readLinesById(app.store.db, app.store.cipher, [bank_line_id]);
  if (record === undefined) return refuseUnknown();
  const actor = operatorActor(operator);
  const asked = await readReview(act, { app, actor, line: record.line }, raw);
  // If the line does not allow the act, wrong fields are not reported.
  if (isRefusal(asked)) {
    return await withLastDecision(app, bank_line_id, refuseDecided(record, act) ?? asked);
  }
  const { note, expected_decided_at } = asked;
  const review = typeof asked.review === 'function' ? await asked.review() : asked.review;
  const { merchants } = await app.settings.current();
  const result = expectKind(
    await app.writer.submit({
      kind: 'review_line',
      command_id:
        idempotency_key === undefined
          ? newId()
          : idFrom(`review/${bank_line_id}/${act}/${idempotency_key}`),
      actor,
      audit: {
        action: `bank_line_${act}`,
        target: `bank_lines/${bank_line_id}`,
        detail: detailOf(review, note),
      },
      bank_line_id,
      ...(expected_decided_at === null ? {} : { expected_decided_at }),
      note,
      review,
      merchants,
    }),
    'line',
  );
  if (isRefusal(result)) return await withLastReview(app, { bank_line_id, review }, result);
  if (act === 'split') await matchParts(app, actor, bank_line_id);
  return await bankLineDetail(app, bank_line_id);
}
