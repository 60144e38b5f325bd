// One bank line with its parts, everything that people did with it, and the pay-ins that it may be
// for.
import { lineActsNow } from '../../domain/matching/line-acts-now.ts';
import {
  mistypedAmounts,
  type PossiblePayin,
  possibleInWords,
  possiblePayins,
} from '../../domain/matching/possible-payins.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { shownOrderId } from '../../domain/record/trade.ts';
import { type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readNearbyPayins } from '../../store/account/reservations.ts';
import { readActsOfLine } from '../../store/line/line-acts.ts';
import { readLinesById, readParts } from '../../store/line/related-lines.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { namedActor, namesOfActors } from '../request/actor-names.ts';
import { namesOfOrders } from '../request/order-names.ts';
import { iso } from '../request/views.ts';
import { bankLineBody, namesInLines } from './list-bank-lines.ts';

function possibleBody({ trade, score, evidence, difference_cents }: PossiblePayin) {
  return {
    merchant_id: trade.merchant_id,
    trade_id: trade.trade_id,
    order_id: shownOrderId(trade),
    state: trade.state,
    amount_cents: Number(trade.amount_cents),
    received_amount_cents: Number(trade.received_amount_cents),
    difference_cents: Number(difference_cents),
    score,
    evidence,
    explanation: possibleInWords(evidence),
  };
}

/**
 * Computed when a person looks, not when the line came: pay-ins end, are paid and are claimed
 * meanwhile.
 */
async function possibleFor(app: App, { line, outcome }: LineRecord) {
  if (outcome.status !== 'suspense' || line.amount_cents < 0n) return [];
  const { db, cipher } = app.store;
  const keys = await readNearbyPayins(db, line, mistypedAmounts(line.amount_cents));
  return possiblePayins(await readTrades(db, cipher, keys), line).map(possibleBody);
}

export async function bankLineDetail(app: App, id: string) {
  const bank_line_id = parseUuid(id);
  if (bank_line_id === null) return refuseUnknown();
  const { db, cipher } = app.store;
  const [record] = await readLinesById(db, cipher, [bank_line_id]);
  if (record === undefined) return refuseUnknown();
  const parts = await readParts(db, cipher, bank_line_id);
  const acts = await readActsOfLine(db, bank_line_id);
  const names = await namesOfActors(
    app,
    acts.map(({ actor }) => actor.id),
  );
  const nameOf = await namesInLines(app, [record, ...parts]);
  const nameOfAct = await namesOfOrders(app, acts);
  return {
    line: bankLineBody(record, nameOf),
    acts_now: lineActsNow(record),
    possible_payins: await possibleFor(app, record),
    parts: parts.map((part) => bankLineBody(part, nameOf)),
    acts: acts.map(({ act, from_status, to_status, merchant_id, trade_id, actor, note, at }) => ({
      act,
      from_status,
      to_status,
      merchant_id,
      trade_id,
      ...nameOfAct({ merchant_id, trade_id }),
      actor: namedActor(actor, names),
      note,
      at: iso(at),
    })),
  };
}

export type BankLineDetail = Exclude<Awaited<ReturnType<typeof bankLineDetail>>, Refusal>;
