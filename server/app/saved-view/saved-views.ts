// People keep addresses of the console under a name, for themselves or for their colleagues.
import { missingRight } from '../../domain/access/rights.ts';
import { type RawFields, readFilters, readRequest } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import type { SavedView, ViewReader } from '../../domain/saved-view/saved-view.ts';
import {
  CREATE_VIEW,
  FIND_VIEWS,
  SHARE_VIEW,
} from '../../domain/saved-view/saved-view-requests.ts';
import { VIEW_LISTS, viewedList } from '../../domain/saved-view/view-lists.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectViews } from '../../store/access/saved-views.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

const readerOf = (operator: OperatorCaller): ViewReader => ({
  owner_id: operator.person_id ?? operator.operator_token_id ?? '',
  merchant_id: operator.merchant_id,
});

function viewBody(view: SavedView, reader: ViewReader) {
  return {
    id: view.saved_view_id,
    name: view.name,
    list: viewedList(view.address),
    address: view.address,
    columns: view.columns,
    is_shared: view.is_shared,
    is_own: view.owner_id === reader.owner_id,
    created_at: iso(view.created_at),
  };
}

export type SavedViewBody = ReturnType<typeof viewBody>;

/** An address may tell whom somebody looks for: a colleague's is of no use without its list. */
function mayRead(operator: OperatorCaller, { list, is_own }: SavedViewBody): boolean {
  return is_own || list === null || missingRight(operator, VIEW_LISTS[list].right) === null;
}

export async function listViews(
  app: App,
  operator: OperatorCaller,
  query: QueryTexts<typeof FIND_VIEWS>,
): Promise<{ data: SavedViewBody[] } | Refusal> {
  const asked = readFilters(FIND_VIEWS, query);
  if (isRefusal(asked)) return asked;
  const reader = readerOf(operator);
  const views = await selectViews(app.store.db, app.store.cipher, reader);
  const bodies = views.map((view) => viewBody(view, reader));
  const { list } = asked;
  const found = bodies.filter((one) => list === null || one.list === list);
  return { data: found.filter((one) => mayRead(operator, one)) };
}

export async function createView(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<SavedViewBody | Refusal> {
  const given = readRequest(CREATE_VIEW, raw);
  if (isRefusal(given)) return given;
  const reader = readerOf(operator);
  const fresh = { saved_view_id: newId(), created_at: app.settings.now(), is_shared: false };
  const view = { ...fresh, ...reader, ...given, columns: given.columns ?? null };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.create_view, view);
  return isRefusal(made) ? made : viewBody(made, reader);
}

export async function removeView(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<SavedViewBody | Refusal> {
  const saved_view_id = parseUuid(id);
  if (saved_view_id === null) return refuseUnknown();
  const reader = readerOf(operator);
  const named = { saved_view_id, reader };
  const removed = await changeSetting(app, operator, SETTINGS_ACTS.remove_view, named);
  return isRefusal(removed) ? removed : viewBody(removed, reader);
}

/** Whoever may share may also take back what a colleague shares, as of somebody who left. */
export async function shareView(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<SavedViewBody | Refusal> {
  const given = readRequest(SHARE_VIEW, raw);
  if (isRefusal(given)) return given;
  const saved_view_id = parseUuid(id);
  if (saved_view_id === null) return refuseUnknown();
  const reader = readerOf(operator);
  const request = { saved_view_id, reader, ...given };
  const shared = await changeSetting(app, operator, SETTINGS_ACTS.share_view, request);
  return isRefusal(shared) ? shared : viewBody(shared, reader);
}
