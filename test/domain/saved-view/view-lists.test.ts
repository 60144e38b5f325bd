// Which list of the console a saved view is of, which filters it may have, and how many one keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideNewView, MOST_VIEWS } from '../../../server/domain/saved-view/change-view.ts';
import type { SavedView } from '../../../server/domain/saved-view/saved-view.ts';
import {
  filterProblem,
  VIEW_LIST_NAMES,
  VIEW_LISTS,
  viewedList,
} from '../../../server/domain/saved-view/view-lists.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';

const ID = '0193d5f0-0000-7000-8000-000000000001';

test('the list of a view follows from the path of its address, whatever its filters are', () => {
  for (const name of VIEW_LIST_NAMES) {
    const { path } = VIEW_LISTS[name];
    assert.equal(viewedList(path), name);
    assert.equal(viewedList(`${path}?any=thing`), name);
    assert.equal(filterProblem(path), null, path);
  }
  for (const address of ['/', '/settings', '/trades/', `/trades/${ID}/${ID}`, '/bank/import']) {
    assert.equal(viewedList(address), null, address);
  }
});

test('a view has filters that its list takes, and no others', () => {
  for (const address of [
    '/trades?state=failed&direction=payin&sort=oldest&client_id=%2B91%2098',
    '/trades?state=',
    `/verify?state_reason=paid_late&merchant_id=${ID}`,
    '/payouts?type=upi&currency=INR',
    `/payouts?stage=taken&receiving_account_id=${ID}`,
    '/payouts/batches?state=draft&rail=files',
    '/bank?status=suspense&age=over_30_days&amount_min_cents=-500',
    '/bank/waiting?state=decided',
    `/bank/owed?receiving_account_id=${ID}`,
    `/bank/days?account=${ID}`,
    `/ledger?merchant_id=${ID}`,
    '/ledger/entries?account=fees',
    '/settlements?state=draft',
    '/merchants?balance=negative',
    '/callbacks?status=exhausted&endpoint=0',
    '/approvals?view=decided&act=refund',
    '/disputes?view=overdue&type=fraud',
    `/people?merchant_id=${ID}`,
    '/audit?from=2026-03-01&settings=by_others',
  ]) {
    assert.equal(filterProblem(address), null, address);
  }
});

test('otherwise the filter is named, in words that follow "must"', () => {
  for (const [address, problem] of [
    ['/settings?tab=rates', /^lead to a list: \/trades, \/verify, /],
    ['/trades?status=failed', /^have filters of trades, and status is none$/],
    ['/trades?cursor=x', /cursor is none$/],
    ['/trades?state=lost', /^have filters that trades take: state must be one of: /],
    ['/trades?day=2026-03-01&from=2026-03-01', /take: day cannot be combined with from or to$/],
    ['/bank?state=failed', /^have filters of bank lines, and state is none$/],
    ['/bank?amount_min_cents=5&amount_max_cents=4', /amount_max_cents must not be below/],
    ['/payouts?stage=taken&type=upi', /type is no filter of the stage taken$/],
    [
      `/payouts?receiving_account_id=${ID}`,
      /receiving_account_id is no filter of the stage queue$/,
    ],
    ['/disputes?view=lost', /^have filters that disputes take: view must be one of: open/],
    ['/proofs', /^lead to a list/],
    ['/accounts?state=on', /^have filters of receiving accounts, and state is none$/],
    ['/audit?settings=mine', /^have filters that entries of the audit trail take: settings /],
  ] as const) {
    assert.match(filterProblem(address) ?? 'nothing', problem, address);
  }
});

const view = (address: string): SavedView => ({
  saved_view_id: ID,
  owner_id: ID,
  merchant_id: null,
  name: 'Mine',
  address,
  columns: null,
  is_shared: false,
  created_at: 0,
});

test('a person keeps a bounded number of views of each list, and of all together', () => {
  const { of_list, in_all } = MOST_VIEWS;
  const of = (path: string, count: number) => Array.from({ length: count }, () => view(path));
  const words = (own_views: readonly SavedView[], address: string) => {
    const decided = decideNewView({ own_views }, view(address));
    return isRefusal(decided) ? decided.detail : 'kept';
  };
  const trades = of('/trades?state=failed', of_list);
  assert.equal(words(trades.slice(1), '/trades'), 'kept');
  assert.equal(words(trades, '/trades'), `You have ${of_list} views of trades: remove one first.`);
  assert.equal(words(trades, '/bank'), 'kept');
  // Those of an older version that lead to no list count as well.
  const others = of('/settings', in_all - of_list);
  assert.equal(words([...trades, ...others.slice(1)], '/bank'), 'kept');
  const all = `You have ${in_all} views: remove one first.`;
  assert.equal(words([...trades, ...others], '/bank'), all);
});
