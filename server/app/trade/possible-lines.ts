// The bank lines in suspense that may have paid a pay-in: computed when a person looks.
import { remaining } from '../../domain/line/line-timing.ts';
import { looksLikeIt } from '../../domain/matching/line-beside.ts';
import { possibleLines } from '../../domain/matching/possible-lines.ts';
import { possibleInWords } from '../../domain/matching/possible-payins.ts';
import { type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readLinesNearPayin } from '../../store/line/lines-near-payin.ts';
import { bankLineBody, namesInLines } from '../line/list-bank-lines.ts';
import type { App } from '../process/app.ts';
import { tradeById } from './find-trade.ts';

/** Empty for a pay-out, and for a pay-in that can receive no more money. */
export async function listPossibleLines(app: App, merchant: string, id: string) {
  const merchant_id = parseUuid(merchant);
  const trade_id = parseUuid(id);
  if (merchant_id === null || trade_id === null) return refuseUnknown();
  const trade = await tradeById(app, merchant_id, trade_id);
  if (trade === null) return refuseUnknown();
  const { db, cipher } = app.store;
  const waits_for = remaining(trade);
  const is_payin = trade.direction === 'payin';
  const found = is_payin ? await readLinesNearPayin(db, cipher, trade, waits_for) : [];
  const possible = possibleLines(trade, found);
  const nameOf = await namesInLines(app, possible);
  return {
    waits_for_cents: Number(waits_for),
    data: possible.map(
      ({ line, outcome, score, evidence, difference_cents, is_other_account }) => ({
        line: bankLineBody({ line, outcome }, nameOf),
        difference_cents: Number(difference_cents),
        is_other_account,
        score,
        evidence,
        explanation: possibleInWords(evidence),
        looks_like_it: looksLikeIt({ evidence }),
      }),
    ),
  };
}

export type PossibleLines = Exclude<Awaited<ReturnType<typeof listPossibleLines>>, Refusal>;
