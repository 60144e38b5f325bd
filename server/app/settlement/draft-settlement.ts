// An operator drafts a merchant's next settlement: the entries since the last one become its lines.

import type { Settlement } from '../../domain/record/settlement-record.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { settlementLine } from '../../domain/settlement/settlement-line.ts';
import { DRAFT_SETTLEMENT } from '../../domain/settlement/settlement-requests.ts';
import {
  makeDraft as draftOf,
  NOTHING_SUMMED,
  nextPeriod,
  type Period,
  type Summing,
  sumLines,
} from '../../domain/settlement/settlement-statement.ts';
import { readRemovedRuns } from '../../store/archive/archived-months.ts';
import { now } from '../../store/batch/store.ts';
import type { Transaction } from '../../store/connection/database.ts';
import { LONG_WORK } from '../../store/connection/statement-limits.ts';
import {
  insertSettlementLines,
  lastEntryBefore,
  readSettledEntries,
} from '../../store/settlement/settlement-lines.ts';
import { insertSettlement, lockSettlementsBefore } from '../../store/settlement/settlements.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type SettlementBody, settlementBody } from './settlement-view.ts';

/** Entries read and written at once, so that a long period never has to fit into memory. */
const PAGE = 2_000;

type Range = { first: bigint; last: bigint };

async function writeLines(
  tx: Transaction,
  owner: { merchant_id: string; settlement_id: string },
  range: Range,
): Promise<Summing> {
  let summing = NOTHING_SUMMED;
  let { first } = range;
  for (;;) {
    const entries = await readSettledEntries(tx, owner.merchant_id, { ...range, first }, PAGE);
    const lines = entries.flatMap((entry) => settlementLine(entry) ?? []);
    await insertSettlementLines(tx, owner, lines);
    summing = sumLines(summing, lines);
    const last = entries.at(-1);
    if (entries.length < PAGE || last === undefined) return summing;
    first = last.number + 1n;
  }
}

/** A statement has every entry since the one before, or since the first. */
const refuseRemovedEntries = (month: string): Refusal =>
  refuse(
    'act_not_allowed',
    `Entries that this statement would begin with were archived and removed, up to ${month}.`,
    { extra: { act: 'draft', reason: 'month_removed' } },
  );

type Draft = Parameters<typeof draftOf>[3];

/**
 * Its own transaction, outside the writer: no money moves and entries never change, so the
 * merchant's orders need not wait for its statement.
 */
async function write(
  app: App,
  operator: OperatorCaller,
  asked: { period_to: number | null; merchant_since: number },
  fields: Omit<Draft, 'last_entry_number' | 'now'>,
): Promise<Settlement | Refusal> {
  const { merchant_id, settlement_id } = fields;
  return await app.store.db.transaction(async (tx) => {
    const before = await lockSettlementsBefore(tx, merchant_id);
    const at = await now(app.store, tx);
    const period = nextPeriod(before, { ...asked, period_to: asked.period_to ?? at, now: at });
    if (isRefusal(period)) return period;
    const range = await rangeOf(tx, merchant_id, period);
    const [last_removed] = (await readRemovedRuns(tx, merchant_id)).slice(-1);
    // What no statement had while there were others has stayed.
    if (last_removed !== undefined && range.first === 1n) {
      return refuseRemovedEntries(last_removed.month);
    }
    const summing = await writeLines(tx, { merchant_id, settlement_id }, range);
    const draft = { ...fields, last_entry_number: range.last, now: at };
    const settlement = draftOf(before, period, summing, draft);
    await insertSettlement(tx, settlement);
    const { number, period_to } = settlement;
    const target = `settlements/${merchant_id}/${settlement_id}`;
    const detail = { number, period_to, payable_cents: String(settlement.payable_cents) };
    await auditIn(tx, operatorActor(operator), 'settlement_drafted', target, detail);
    return settlement;
  }, LONG_WORK);
}

async function rangeOf(tx: Transaction, merchant_id: string, period: Period): Promise<Range> {
  const first = period.first_entry_number;
  return { first, last: await lastEntryBefore(tx, merchant_id, first, period.period_to) };
}

/** A second draft is refused with the id of the first, which has to be decided before. */
export async function draftSettlement(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<SettlementBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { merchant_id, name, balance_currency, created_at } = record;
  const asked = readRequest(DRAFT_SETTLEMENT, raw);
  if (isRefusal(asked)) return asked;
  const settlement = await write(
    app,
    operator,
    { ...asked, merchant_since: created_at },
    {
      merchant_id,
      settlement_id: newId(),
      command_id: newId(),
      merchant_name: name,
      currency: balance_currency,
    },
  );
  return isRefusal(settlement) ? settlement : settlementBody({ ...settlement, utr: null });
}
