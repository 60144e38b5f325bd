// An operator decides about a bank line, with a reason: assign it, split it, book it as something
// else, return the money, or undo a decision.

import type { Difference, Review } from '../../domain/batch/command.ts';
import { refuseDecided } from '../../domain/matching/decide-review.ts';
import { senderOf } from '../../domain/payout/refund-payee.ts';
import { type BankLine, DIFFERENCE_BEARERS, type LineAct } from '../../domain/record/bank-line.ts';
import type { Actor } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { feePercent } from '../../domain/trade/fee-percent.ts';
import { MAX_LINE_CENTS } from '../../domain/values/money.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readLinesById, readParts } from '../../store/line/related-lines.ts';
import { houseMerchant } from '../merchant/house-merchant.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { readExpectedDecision } from '../request/expected-version.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { readPayee } from '../request/read-payee.ts';
import { type BankLineDetail, bankLineDetail } from './bank-line-detail.ts';

const ORDER = [
  'merchant_id',
  'trade_id',
  'charge',
  'difference_cents',
  'difference_to',
  'parts',
  'type',
  'number',
  'name',
  'reverse',
  'keep',
  'note',
  'expected_decided_at',
];
const NOTE_MAX_LENGTH = 500;
const MOST_PARTS = 50;

type Asked = { app: App; actor: Actor; line: BankLine; reader: FieldReader };

/** Both fields, or neither; the parts get new ids. */
function readDifference(reader: FieldReader): Difference | null {
  const amount = reader.raw('difference_cents') ?? null;
  const bearer = reader.raw('difference_to') ?? null;
  if (amount === null && bearer === null) return null;
  const to = DIFFERENCE_BEARERS.find((name) => name === bearer);
  if (bearer === null) {
    const message = 'is required: house, merchant or payer bears the difference';
    reader.wrong('difference_to', 'required', message);
  } else if (to === undefined) {
    reader.wrong('difference_to', 'unknown_value', 'must be house, merchant or payer');
  }
  if (amount === null) {
    const message = 'is required: the line’s amount less the trade’s';
    reader.wrong('difference_cents', 'required', message);
  } else if (!Number.isSafeInteger(amount) || amount === 0) {
    reader.wrong('difference_cents', 'type', 'must be an amount in minor units, not zero');
  } else if (to !== undefined) {
    return { amount_cents: BigInt(Number(amount)), to, part_ids: [newId(), newId()] };
  }
  return null;
}

function readSplit(reader: FieldReader): Extract<Review, { act: 'split' }> {
  const given = reader.raw('parts');
  const most = Number(MAX_LINE_CENTS);
  const fits = (value: unknown) => Number.isSafeInteger(value) && Math.abs(Number(value)) <= most;
  if (given === undefined) reader.wrong('parts', 'required', 'is required');
  else if (!Array.isArray(given) || !given.every(fits)) {
    reader.wrong('parts', 'type', 'must be a list of amounts in minor units');
  } else if (given.length < 2 || given.length > MOST_PARTS) {
    reader.wrong('parts', 'length', `must be 2 to ${MOST_PARTS} amounts`);
  } else {
    const parts = given.map((amount: number) => ({
      bank_line_id: newId(),
      amount_cents: BigInt(amount),
    }));
    return { act: 'split', parts };
  }
  return { act: 'split', parts: [] };
}

/** The pay-out that returns the money to the sender whom the bank or the operator names. */
async function makeReturn(
  { app, actor, line }: Asked,
  { payee, type }: ReturnType<typeof readPayee>,
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
    percent: feePercent('line_return', [], { type, currency: line.currency }),
    rate: null,
    payee,
  };
  return { act: 'return', payout };
}

/**
 * The decision that the request asks for; the house merchant is created only if nothing is wrong
 * with the request.
 */
async function readReview(act: LineAct, asked: Asked): Promise<Review | (() => Promise<Review>)> {
  const { app, line, reader } = asked;
  switch (act) {
    case 'assign': {
      const merchant_id = reader.uuid('merchant_id');
      const trade_id = reader.uuid('trade_id');
      const charge = reader.flag('charge', false);
      const difference = readDifference(reader);
      const named = difference === null ? {} : { difference };
      return { act, merchant_id, trade_id, charge, ...named };
    }
    case 'split':
      return readSplit(reader);
    case 'return': {
      const { accounts } = await app.settings.current();
      const own_type = accounts.get(line.receiving_account_id)?.type ?? 'account';
      const payee = readPayee(reader, own_type, senderOf([line]));
      return () => makeReturn(asked, payee);
    }
    case 'undo':
      return {
        act,
        reverse: reader.flag('reverse', false),
        charge: reader.flag('charge', false),
        keep: reader.flag('keep', false),
      };
    case 'credit':
      return { act, merchant_id: reader.uuid('merchant_id') };
    case 'fee':
    case 'own_transfer':
    case 'keep':
      return { act };
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
  if (bank_line_id === null) return notFound();
  const [record] = await readLinesById(app.store.db, app.store.cipher, [bank_line_id]);
  if (record === undefined) return notFound();
  const actor = operatorActor(operator);
  const reader = readFields(raw, ORDER);
  const read = await readReview(act, { app, actor, line: record.line, reader });
  const note = reader.text('note', NOTE_MAX_LENGTH);
  const expected = readExpectedDecision(reader);
  const refused = reader.refusal();
  // If the line does not allow the act, wrong fields are not reported.
  if (refused !== null) return refuseDecided(record, act) ?? refused;
  const review = typeof read === 'function' ? await read() : read;
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
      ...expected,
      note,
      review,
      merchants,
    }),
    'line',
  );
  if (isRefusal(result)) return result;
  if (act === 'split') await matchParts(app, actor, bank_line_id);
  return await bankLineDetail(app, bank_line_id);
}
