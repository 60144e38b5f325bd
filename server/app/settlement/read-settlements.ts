// Reads settlements: lists, single ones, their lines in pages, and all lines for a document.
// Merchants see their own, once approved.

import {
  SETTLEMENT_STATES,
  type SettlementState,
  TOLD_STATES,
} from '../../domain/record/settlement-record.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import type { SettlementLine } from '../../domain/settlement/settlement-line.ts';
import { FIND_SETTLEMENTS } from '../../domain/settlement/settlement-requests.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readSettlementLines } from '../../store/settlement/settlement-lines.ts';
import {
  selectSettlements as listRecords,
  readSettlement,
  type SettlementRecord,
} from '../../store/settlement/settlements.ts';
import type { App } from '../process/app.ts';
import { type Caller, type OperatorCaller, refuseOtherReader } from '../request/caller.ts';
import {
  NUMBER_FORM,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
  UUID_FORM,
} from '../request/paging.ts';
import {
  type SettlementBody,
  type SettlementLineBody,
  settlementBody,
  settlementLineBody,
} from './settlement-view.ts';

async function listOf(
  app: App,
  query: PageQuery,
  merchant_id: string | null,
  states: readonly SettlementState[] | Refusal,
): Promise<Page<SettlementBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], states);
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const before = cursor?.[0] ?? null;
  const filter = { merchant_id, states: filters, before, limit: limit + 1 };
  const found = await listRecords(app.store.db, filter);
  return pageOf(found.map(settlementBody), limit, (settlement) => [settlement.id]);
}

/** The people of a merchant see what merchants see: no drafts. */
const statesFor = ({ merchant_id }: OperatorCaller): readonly SettlementState[] =>
  merchant_id === null ? SETTLEMENT_STATES : TOLD_STATES;

export async function listSettlements(
  app: App,
  operator: OperatorCaller,
  query: QueryTexts<typeof FIND_SETTLEMENTS> & PageQuery,
): Promise<Page<SettlementBody> | Refusal> {
  const asked = readFilters(FIND_SETTLEMENTS, query);
  if (isRefusal(asked)) return await listOf(app, query, null, asked);
  const { merchant_id, state } = asked;
  const states = statesFor(operator).filter((one) => state === null || one === state);
  return await listOf(app, query, merchant_id, states);
}

export async function listOwnSettlements(
  app: App,
  caller: Caller,
  query: PageQuery & { merchant_id?: string | undefined },
): Promise<Page<SettlementBody> | Refusal> {
  const refused = refuseOtherReader(caller, query.merchant_id);
  if (refused !== null) return refused;
  return await listOf(app, query, caller.merchant.merchant_id, TOLD_STATES);
}

export type SettlementPath = { merchant_id: string; id: string };

/** The only function that finds a statement by an address, for merchants and operators. */
async function findIn(
  app: App,
  path: SettlementPath,
  states: readonly SettlementState[],
): Promise<SettlementRecord | Refusal> {
  const merchant_id = parseUuid(path.merchant_id);
  const settlement_id = parseUuid(path.id);
  if (merchant_id === null || settlement_id === null) return refuseUnknown();
  const found = await readSettlement(app.store.db, { merchant_id, settlement_id });
  return found !== null && states.includes(found.state) ? found : refuseUnknown();
}

export const findSettlement = (app: App, operator: OperatorCaller, path: SettlementPath) =>
  findIn(app, path, statesFor(operator));

/** A merchant's own statement, unless it is a draft. */
export async function findOwnSettlement(
  app: App,
  caller: Caller,
  path: SettlementPath,
): Promise<SettlementRecord | Refusal> {
  if (parseUuid(path.merchant_id) !== caller.merchant.merchant_id) return refuseUnknown();
  return await findIn(app, path, TOLD_STATES);
}

type Find = () => Promise<SettlementRecord | Refusal>;

async function bodyOf(find: Find): Promise<SettlementBody | Refusal> {
  const found = await find();
  return isRefusal(found) ? found : settlementBody(found);
}

export const getSettlement = (app: App, operator: OperatorCaller, path: SettlementPath) =>
  bodyOf(() => findSettlement(app, operator, path));

export const getOwnSettlement = (app: App, caller: Caller, path: SettlementPath) =>
  bodyOf(() => findOwnSettlement(app, caller, path));

async function linesOf(
  app: App,
  find: Find,
  query: PageQuery,
): Promise<Page<SettlementLineBody> | Refusal> {
  const page = readPage(query, [NUMBER_FORM], null);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const found = await find();
  if (isRefusal(found)) return found;
  const after = BigInt(cursor?.[0] ?? 0);
  const lines = await readSettlementLines(app.store.db, found, after, limit + 1);
  return pageOf(lines.map(settlementLineBody), limit, (line) => [line.entry_number]);
}

export const listSettlementLines = (
  app: App,
  operator: OperatorCaller,
  path: SettlementPath,
  query: PageQuery,
) => linesOf(app, () => findSettlement(app, operator, path), query);

export const listOwnSettlementLines = (
  app: App,
  caller: Caller,
  path: SettlementPath,
  query: PageQuery,
) => linesOf(app, () => findOwnSettlement(app, caller, path), query);

const PAGE = 1_000;

/** All lines of a statement, with one page at a time in memory. */
export async function* pagesOfLines(
  app: App,
  record: SettlementRecord,
): AsyncGenerator<readonly SettlementLine[]> {
  let after = 0n;
  for (;;) {
    const lines = await readSettlementLines(app.store.db, record, after, PAGE);
    const last = lines.at(-1);
    if (last === undefined) return;
    yield lines;
    if (lines.length < PAGE) return;
    after = last.entry_number;
  }
}
