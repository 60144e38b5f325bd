// People keep addresses of the console under a name, for themselves or for their colleagues.
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import {
  countOwnViews,
  deleteView,
  lockView,
  type SavedView,
  saveView,
  selectViews,
  type ViewReader,
} from '../../store/access/saved-views.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { iso } from '../request/views.ts';

export const VIEW_NAME_MAX = 60;
export const VIEW_ADDRESS_MAX = 2_000;
const MOST_OWN = 100;

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
  const { db, cipher } = app.store;
  return await db.transaction(async (tx) => {
    if ((await countOwnViews(tx, reader.owner_id)) >= MOST_OWN) {
      return refuse('act_not_allowed', `You have ${MOST_OWN} views: remove one first.`);
    }
    const saved_view_id = newId();
    const created_at = app.settings.now();
    const view = { saved_view_id, ...reader, name, address, is_shared: false, created_at };
    await saveView(tx, cipher, view);
    return viewBody(view, reader);
  });
}

/** One's own, or a shared one of one's colleagues; all others do not exist. */
async function withView(
  app: App,
  operator: OperatorCaller,
  id: string,
  change: (
    tx: Parameters<typeof saveView>[0],
    view: SavedView,
    is_own: boolean,
  ) => Promise<SavedView | Refusal>,
): Promise<SavedViewBody | Refusal> {
  const saved_view_id = parseUuid(id);
  if (saved_view_id === null) return notFound();
  const reader = readerOf(operator);
  const { db, cipher } = app.store;
  return await db.transaction(async (tx) => {
    const view = await lockView(tx, cipher, saved_view_id);
    if (view === null) return notFound();
    const is_own = view.owner_id === reader.owner_id;
    const is_theirs = view.is_shared && view.merchant_id === reader.merchant_id;
    if (!is_own && !is_theirs) return notFound();
    const changed = await change(tx, view, is_own);
    return 'saved_view_id' in changed ? viewBody(changed, reader) : changed;
  });
}

const notOwn = (): Refusal =>
  refuse('act_not_allowed', 'The view is a colleague’s: only they can remove it.');

export function removeView(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<SavedViewBody | Refusal> {
  return withView(app, operator, id, async (tx, view, is_own) => {
    if (!is_own) return notOwn();
    await deleteView(tx, view.saved_view_id);
    return view;
  });
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
  return await withView(app, operator, id, async (tx, view) => {
    const after = { ...view, is_shared };
    await saveView(tx, app.store.cipher, after);
    const target = `saved_views/${view.saved_view_id}`;
    await auditIn(tx, operatorActor(operator), 'saved_view_shared', target, {
      before: { is_shared: view.is_shared },
      after: { is_shared: after.is_shared },
    });
    return after;
  });
}
