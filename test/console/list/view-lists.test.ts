// Every list of the console and the API says whether views of it are kept; the console and the
// service agree on where each is, which parts it has and who may read it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { VIEW_PLACES } from '../../../console/parts/views/view-places.ts';
import { QUERIES } from '../../../console/screens/approvals/views.ts';
import { DISPUTES } from '../../../console/screens/disputes/views.ts';
import {
  DISPUTE_VIEWS,
  PROPOSAL_VIEWS,
  VIEW_LIST_NAMES,
  VIEW_LISTS,
  type ViewList,
} from '../../../server/domain/saved-view/view-lists.ts';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';

/** What answers each list. */
const ANSWERED_BY: Readonly<Record<ViewList, readonly string[]>> = {
  trades: ['listTrades'],
  verify: ['listVerifyQueue'],
  payouts: ['listPayoutQueue', 'listPayoutWork'],
  payout_batches: ['listPayoutBatches'],
  bank_lines: ['listBankLines'],
  waiting_lines: ['listWaitingLines'],
  owed: ['listOwed'],
  account_days: ['listAccountDays'],
  ledger_accounts: ['listLedgerAccounts'],
  ledger_entries: ['listLedgerEntries'],
  proofs: ['listAllProofs'],
  settlements: ['listSettlements'],
  merchants: ['listMerchants'],
  receiving_accounts: ['listReceivingAccounts'],
  callbacks: ['listDeliveries'],
  approvals: ['listApprovals'],
  disputes: ['listDisputes'],
  people: ['listPeople'],
  audit: ['listAudit'],
};

/** Lists in pages of which no views are kept, and why. */
const WITHOUT_VIEWS: Readonly<Record<string, string>> = {
  listAlerts: 'the newest ones, in the settings',
  listBatchPayouts: 'of one batch, without filters',
  listFeedTokens: 'a table of the settings',
  listHolds: 'of one merchant’s balance',
  listOperatorTokens: 'a table of the settings',
  listOwnAudit: 'what the person did: on their own page',
  listOwnSessions: 'the person’s own, on their page',
  listOwnTokens: 'the person’s own, on their page',
  listPaidNotices: 'beside a trade',
  listReceipts: 'beside a trade',
  listSessions: 'of one person',
  listSettlementLines: 'of one settlement',
  listStatements: 'the newest imports',
};

test('every list in pages has views, or a reason why not', () => {
  const lists = OPERATOR_ROUTES.filter(
    ({ method, query }) => method === 'GET' && 'cursor' in (query ?? {}),
  ).map(({ operation_id }) => operation_id);
  assert.ok(lists.length > 20, `${lists.length} lists`);
  const with_views = Object.values(ANSWERED_BY).flat();
  assert.deepEqual(lists.toSorted(), [...with_views, ...Object.keys(WITHOUT_VIEWS)].toSorted());
});

test('the console finds each list where the service says that it is', () => {
  const paths = VIEW_LIST_NAMES.map((name) => [name, VIEW_LISTS[name].path]);
  assert.deepEqual(VIEW_PLACES, Object.fromEntries(paths));
});

test('a list asks for the right of its screen', () => {
  const router = readFileSync(new URL('../../../console/router.tsx', import.meta.url), 'utf8');
  const screens = [...router.matchAll(/\bscreen\(\s*'([^']+)',\s*'([^']+)'/g)];
  const rights = new Map(screens.map(([, path, right]) => [path, right]));
  for (const { path, right } of Object.values(VIEW_LISTS)) {
    assert.equal(rights.get(path), right, path);
  }
});

test('lists that are shown in parts have the same parts in a view', () => {
  assert.deepEqual(Object.keys(QUERIES).toSorted(), [...PROPOSAL_VIEWS].toSorted());
  assert.deepEqual(Object.keys(DISPUTES).toSorted(), [...DISPUTE_VIEWS].toSorted());
});
