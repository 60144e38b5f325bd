// Saved views: who keeps, shares and removes them.

import { type Refusal, refuse, refuseUnknown } from '../service/refusal.ts';
import type { SettingsVerdict } from '../setting/settings-decision.ts';
import type { SavedView, ViewReader } from './saved-view.ts';
import { VIEW_LISTS, viewedList } from './view-lists.ts';

/** Of one person. */
export const MOST_VIEWS = { of_list: 100, in_all: 500 } as const;

export function decideNewView(
  { own_views }: { own_views: readonly Pick<SavedView, 'address'>[] },
  view: SavedView,
): SettingsVerdict<SavedView, null> {
  const { of_list, in_all } = MOST_VIEWS;
  if (own_views.length >= in_all) {
    return refuse('act_not_allowed', `You have ${in_all} views: remove one first.`);
  }
  const list = viewedList(view.address);
  const same = own_views.filter(({ address }) => viewedList(address) === list);
  if (list !== null && same.length >= of_list) {
    const words = `You have ${of_list} views of ${VIEW_LISTS[list].words}: remove one first.`;
    return refuse('act_not_allowed', words);
  }
  return { saved: view, target: targetOf(view), detail: {}, ask: null };
}

const targetOf = ({ saved_view_id }: SavedView): string => `saved_views/${saved_view_id}`;

export type NamedView = { saved_view_id: string; reader: ViewReader };

const isOwn = (view: SavedView, reader: ViewReader) => view.owner_id === reader.owner_id;

/** Null: one's own, or a shared one of one's colleagues; all others do not exist. */
function refuseStranger(view: SavedView, reader: ViewReader): Refusal | null {
  const is_theirs = view.is_shared && view.merchant_id === reader.merchant_id;
  return isOwn(view, reader) || is_theirs ? null : refuseUnknown();
}

export function decideViewRemoval(
  view: SavedView,
  { reader }: NamedView,
): SettingsVerdict<SavedView, null> {
  const refused = refuseStranger(view, reader);
  if (refused !== null) return refused;
  if (!isOwn(view, reader)) {
    return refuse('act_not_allowed', 'The view is a colleague’s: only they can remove it.');
  }
  return { saved: view, target: targetOf(view), detail: {}, ask: null };
}

export type SharedView = NamedView & { is_shared: boolean };

/** Whoever may share may also take back what a colleague shares, as of somebody who left. */
export function decideSharing(
  view: SavedView,
  { reader, is_shared }: SharedView,
): SettingsVerdict<SavedView, null> {
  const refused = refuseStranger(view, reader);
  if (refused !== null) return refused;
  return {
    saved: { ...view, is_shared },
    target: targetOf(view),
    detail: { before: { is_shared: view.is_shared }, after: { is_shared } },
    ask: null,
  };
}
