// People keep addresses of the console under a name, for themselves or for their colleagues.
import type { SavedView, ViewReader } from '../../domain/saved-view/saved-view.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectViews } from '../../store/access/saved-views.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export const VIEW_NAME_MAX = 60;
export const VIEW_ADDRESS_MAX = 2_000;

const FIELDS = ['name', 'address', 'is_shared'] as const;

/** Below /console, on this service: a path of words and ids, and a query. */
const ADDRESS = /^\/[a-z0-9/-]{0,200}(?:\?[^\s#\\]{0,1900})?$/;

const readerOf = (operator: OperatorCaller): ViewReader => ({
  owner_id: operator.person_id ?? operator.operator_token_id ?? '',
  merchant_id: operator.merchant_id,
});

function viewBody(view: SavedView, reader: ViewReader) {
  return {
    id: view.saved_view_id,
    name: view.name,
    address: view.address,
    is_shared: view.is_shared,
    is_own: view.owner_id === reader.owner_id,
    created_at: iso(view.created_at),
  };
}

export type SavedViewBody = ReturnType<typeof viewBody>;

export async function listViews(
  app: App,
  operator: OperatorCaller,
): Promise<{ data: SavedViewBody[] }> {
  const reader = readerOf(operator);
  const views = await selectViews(app.store.db, app.store.cipher, reader);
  return { data: views.map((view) => viewBody(view, reader)) };
}

const readName = (reader: FieldReader) => reader.text('name', VIEW_NAME_MAX).trim();

function readAddress(reader: FieldReader): string {
  const address = reader.text('address', VIEW_ADDRESS_MAX);
  if (address !== '' && (!ADDRESS.test(address) || address.startsWith('//'))) {
    reader.wrong('address', 'format', 'must be an address of the console, as /trades?state=failed');
  }
  return address;
}

export async function createView(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<SavedViewBody | Refusal> {
  const fields = readFields(raw, FIELDS);
  const [name, address] = [readName(fields), readAddress(fields)];
  if (name === '') fields.wrong('name', 'required', 'is required');
  const refused = fields.refusal();
  if (refused !== null) return refused;
  const reader = readerOf(operator);
  const fresh = { saved_view_id: newId(), created_at: app.settings.now(), is_shared: false };
  const view = { ...fresh, ...reader, name, address };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.create_view, view);
  return isRefusal(made) ? made : viewBody(made, reader);
}

export async function removeView(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<SavedViewBody | Refusal> {
  const saved_view_id = parseUuid(id);
  if (saved_view_id === null) return notFound();
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
  const fields = readFields(raw, FIELDS);
  const is_shared = fields.flag('is_shared');
  const refused = fields.refusal();
  if (refused !== null) return refused;
  const saved_view_id = parseUuid(id);
  if (saved_view_id === null) return notFound();
  const reader = readerOf(operator);
  const request = { saved_view_id, reader, is_shared };
  const shared = await changeSetting(app, operator, SETTINGS_ACTS.share_view, request);
  return isRefusal(shared) ? shared : viewBody(shared, reader);
}
