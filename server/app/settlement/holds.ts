// Holds: how much of a credit is blocked and until when; released by the clock, or earlier by an
// operator with a reason.
import { CREDIT_HOLD_KINDS, type CreditHoldKey, holdKey } from '../../domain/record/credit-hold.ts';
import { type RawFields, readFilters, readRequest } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { FIND_HOLDS, RELEASE_HOLDS } from '../../domain/settlement/settlement-requests.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { now } from '../../store/batch/store.ts';
import { selectHolds as listRecords, readDueHolds } from '../../store/settlement/holds.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { type OperatorCaller, operatorActor, SERVICE } from '../request/caller.ts';
import {
  MOMENT_FORM,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
  UUID_FORM,
} from '../request/paging.ts';
import { type HoldBody, holdBody } from './settlement-view.ts';

const KIND_FORM = new RegExp(`^(?:${CREDIT_HOLD_KINDS.join('|')})$`);

export async function listHolds(
  app: App,
  query: QueryTexts<typeof FIND_HOLDS> & PageQuery,
): Promise<Page<HoldBody> | Refusal> {
  const forms = [MOMENT_FORM, UUID_FORM, UUID_FORM, KIND_FORM];
  const page = readPage(query, forms, readFilters(FIND_HOLDS, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const [at = '', merchant = '', trade = '', kind = ''] = cursor ?? [];
  const after = cursor === null ? null : ([at, merchant, trade, kind] as const);
  const found = await listRecords(app.store.db, { ...filters, after, limit: limit + 1 });
  return pageOf(found.map(holdBody), limit, (hold) => [
    hold.release_at,
    hold.merchant_id,
    hold.trade_id,
    hold.kind,
  ]);
}

/** All holds of one pay-in at once. */
export async function releaseHoldsEarly(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; trade_id: string },
  raw: RawFields,
): Promise<{ data: HoldBody[] } | Refusal> {
  const merchant_id = parseUuid(path.merchant_id);
  const trade_id = parseUuid(path.trade_id);
  if (merchant_id === null || trade_id === null) return refuseUnknown();
  const asked = readRequest(RELEASE_HOLDS, raw);
  if (isRefusal(asked)) return asked;
  const open = await listRecords(app.store.db, { merchant_id, trade_id, after: null, limit: 10 });
  if (open.length === 0) return refuseUnknown();
  const keys = open.map(({ kind }): CreditHoldKey => ({ merchant_id, trade_id, kind }));
  const answer = await app.writer.submit({
    kind: 'release_holds',
    command_id: newId(),
    actor: operatorActor(operator),
    merchant_id,
    keys,
    is_early: true,
    audit: {
      action: 'holds_released',
      target: `trades/${merchant_id}/${trade_id}/holds`,
      detail: { note: asked.note },
    },
  });
  const result = expectKind(answer, 'holds');
  return isRefusal(result) ? result : { data: result.holds.map(holdBody) };
}

const MOST_AT_ONCE = 1_000;

/** The job: releases all holds that are due, one command per merchant. Returns how many it read. */
export async function releaseDueHolds(app: App): Promise<number> {
  const due = await readDueHolds(app.store.db, await now(app.store), MOST_AT_ONCE);
  const by_merchant = Map.groupBy(due, (key) => key.merchant_id);
  await Promise.all(
    [...by_merchant].map(async ([merchant_id, keys]) => {
      const answer = await app.writer.submit({
        kind: 'release_holds',
        command_id: newId(),
        actor: SERVICE,
        merchant_id,
        keys: keys.toSorted((a, b) => (holdKey(a) < holdKey(b) ? -1 : 1)),
        is_early: false,
      });
      // Holds are never deleted, so those just read still exist.
      if (isRefusal(answer)) throw new Error(`Due holds were refused: ${answer.code}`);
    }),
  );
  return due.length;
}
