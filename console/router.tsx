// The addresses of the console, which screen is behind each, and what is asked for at once. The
// code of a screen is loaded with that of its folder, when the screen is opened first.
import { createRouter } from '@tanstack/react-router';
import { readFiltered, readOf } from './api/keys.ts';
import { readSearch, writeSearch } from './api/search-params.ts';
import {
  approvalCounts,
  approvalList,
  disputeList,
  payoutQueue,
  payoutWork,
  STAGES,
  verifyQueue,
} from './screen-reads.ts';
import { entrance, inside, root, screen } from './screen-route.tsx';

/** Its first reads follow from answers, or from the clock. */
const NOTHING = { reads: () => [] };

const MERCHANT = {
  reads: ({ params }: { params: { readonly id: string } }) => [
    readOf('getMerchant', { path: { id: params.id } }),
  ],
};

const routes = root.addChildren([
  entrance('/link', () => import('./session/use-link.tsx')),
  entrance('/enrol', () => import('./session/enrol-link.tsx')),
  entrance('/openid', () => import('./session/use-openid.tsx')),
  entrance('/enter', () => import('./session/use-sign-in-link.tsx')),
  inside.addChildren([
    screen('/', 'trades.read', () => import('./screens/start/start.tsx'), {
      reads: ({ me }) => (me.rights.includes('alerts.read') ? [readOf('listAttention', {})] : []),
    }),
    screen('/search', 'trades.read', () => import('./screens/search/search.tsx'), NOTHING),
    screen('/trades', 'trades.read', () => import('./screens/trades/trades.tsx'), {
      reads: ({ search }) => [
        readFiltered('listTrades', { query: search }),
        readOf('countTrades', { query: {} }),
      ],
    }),
    screen('/trades/$merchant_id/$id', 'trades.read', () => import('./screens/trades/trade.tsx'), {
      reads: ({ params }) => [readOf('getTrade', { path: params })],
    }),
    screen('/trades/customer', 'trades.read', () => import('./screens/customers/customer.tsx'), {
      reads: ({ search: { merchant_id = '', client_id = '' } }) => [
        readOf('showCustomer', { query: { merchant_id, client_id } }),
      ],
    }),
    screen(
      '/trades/refunds',
      'refunds.make',
      () => import('./screens/refunds/refunds.tsx'),
      NOTHING,
    ),
    screen('/payouts', 'payouts.read', () => import('./screens/payouts/payouts.tsx'), {
      reads: ({ search }) => {
        const stage = STAGES.find((one) => one === search.stage);
        return [stage === undefined ? payoutQueue(search) : payoutWork(search, stage)];
      },
    }),
    screen('/verify', 'bank.read', () => import('./screens/verify/verify.tsx'), {
      reads: ({ search }) => [verifyQueue(search)],
    }),
    screen('/bank', 'bank.read', () => import('./screens/bank/lines/lines.tsx'), {
      reads: ({ search }) => [
        readFiltered('listBankLines', { query: search }),
        readOf('listSuspense', {}),
      ],
    }),
    screen('/bank/lines/$id', 'bank.read', () => import('./screens/bank/line/line.tsx'), {
      reads: ({ params }) => [readOf('getBankLine', { path: params })],
    }),
    screen('/bank/review', 'bank.read', () => import('./screens/bank/review/review.tsx'), NOTHING),
    screen('/bank/import', 'bank.read', () => import('./screens/bank/import/import.tsx'), NOTHING),
    screen('/bank/waiting', 'bank.read', () => import('./screens/bank/waiting/waiting.tsx'), {
      reads: ({ search }) => [readFiltered('listWaitingLines', { query: search })],
    }),
    screen(
      '/bank/waiting/$id',
      'bank.read',
      () => import('./screens/bank/waiting/waiting-line.tsx'),
      { reads: ({ params }) => [readOf('listWaitingLines', { query: params })] },
    ),
    screen('/bank/owed', 'bank.read', () => import('./screens/bank/owed/owed.tsx'), {
      reads: ({ search }) => [readFiltered('listOwed', { query: search })],
    }),
    screen('/bank/days', 'bank.read', () => import('./screens/bank/days/days.tsx'), NOTHING),
    screen(
      '/bank/days/$account_id/$day',
      'bank.read',
      () => import('./screens/bank/days/day.tsx'),
      {
        reads: ({ params: { account_id: id, day } }) => [
          readOf('getAccountDay', { path: { id, day } }),
        ],
      },
    ),
    screen('/bank/rules', 'bank.read', () => import('./screens/bank/rules/rules.tsx'), {
      reads: () => [readOf('listLineRules', {})],
    }),
    screen('/bank/rules/$id', 'bank.read', () => import('./screens/bank/rules/rule.tsx'), NOTHING),
    screen('/payouts/batches', 'payouts.read', () => import('./screens/payouts/batches.tsx'), {
      reads: ({ search }) => [readFiltered('listPayoutBatches', { query: search })],
    }),
    screen('/payouts/batches/$id', 'payouts.read', () => import('./screens/payouts/batch.tsx'), {
      reads: ({ params }) => [readOf('getPayoutBatch', { path: params })],
    }),
    screen(
      '/payouts/answers',
      'payouts.pay',
      () => import('./screens/payouts/answers.tsx'),
      NOTHING,
    ),
    screen('/ledger', 'ledger.read', () => import('./screens/ledger/ledger.tsx'), {
      reads: ({ search }) => [readFiltered('listLedgerAccounts', { query: search })],
    }),
    screen('/ledger/entries', 'ledger.read', () => import('./screens/ledger/entries.tsx'), {
      reads: ({ search }) => [readFiltered('listLedgerEntries', { query: search })],
    }),
    screen('/ledger/months', 'ledger.read', () => import('./screens/ledger/month.tsx'), NOTHING),
    screen('/ledger/verify', 'ledger.read', () => import('./screens/ledger/verify.tsx'), NOTHING),
    screen('/ledger/proofs', 'ledger.read', () => import('./screens/ledger/proofs.tsx'), {
      reads: ({ search }) => [readFiltered('listAllProofs', { query: search })],
    }),
    screen(
      '/settlements',
      'settlements.read',
      () => import('./screens/settlements/settlements.tsx'),
      { reads: ({ search }) => [readFiltered('listSettlements', { query: search })] },
    ),
    screen(
      '/settlements/$merchant_id/$id',
      'settlements.read',
      () => import('./screens/settlements/settlement.tsx'),
      { reads: ({ params }) => [readOf('getSettlement', { path: params })] },
    ),
    screen('/merchants', 'merchants.read', () => import('./screens/merchants/merchants.tsx'), {
      reads: ({ search, me }) =>
        me.merchant_id === null ? [readFiltered('listMerchants', { query: search })] : [],
    }),
    screen(
      '/merchants/$id',
      'merchants.read',
      () => import('./screens/merchants/overview.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/tariffs',
      'settings.read',
      () => import('./screens/merchants/tariffs.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/limits',
      'merchants.read',
      () => import('./screens/merchants/limits.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/tokens',
      'merchant_tokens.read',
      () => import('./screens/merchants/tokens.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/endpoints',
      'callbacks.read',
      () => import('./screens/merchants/endpoints/endpoints.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/endpoints/$number',
      'callbacks.read',
      () => import('./screens/merchants/endpoints/endpoint.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/branding',
      'branding.read',
      () => import('./screens/merchants/branding.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/balance',
      'merchants.read',
      () => import('./screens/merchants/balance.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/settlements',
      'settlements.read',
      () => import('./screens/merchants/merchant-settlements.tsx'),
      MERCHANT,
    ),
    screen(
      '/merchants/$id/people',
      'people.read',
      () => import('./screens/merchants/merchant-people.tsx'),
      MERCHANT,
    ),
    screen('/accounts', 'bank.read', () => import('./screens/accounts/accounts.tsx'), {
      reads: ({ search }) => [readFiltered('listReceivingAccounts', { query: search })],
    }),
    screen('/accounts/$id', 'bank.read', () => import('./screens/accounts/account.tsx'), {
      reads: ({ params }) => [readOf('getReceivingAccount', { path: params })],
    }),
    screen('/callbacks', 'callbacks.read', () => import('./screens/callbacks/callbacks.tsx'), {
      reads: ({ search }) => [readFiltered('listDeliveries', { query: search })],
    }),
    screen(
      '/callbacks/$merchant_id/$trade_id/$sequence/$endpoint',
      'callbacks.read',
      () => import('./screens/callbacks/delivery.tsx'),
      { reads: ({ params }) => [readOf('getDelivery', { path: params })] },
    ),
    screen('/approvals', 'approvals.read', () => import('./screens/approvals/approvals.tsx'), {
      reads: ({ search }) => [approvalList(search), approvalCounts()],
    }),
    screen(
      '/approvals/bands',
      'approvals.read',
      () => import('./screens/approvals/bands.tsx'),
      NOTHING,
    ),
    screen('/approvals/$id', 'approvals.read', () => import('./screens/approvals/approval.tsx'), {
      reads: ({ params }) => [readOf('getApproval', { path: params })],
    }),
    screen('/disputes', 'disputes.read', () => import('./screens/disputes/disputes.tsx'), {
      reads: ({ search, me }) => [disputeList(search, me), readOf('countDisputes', {})],
    }),
    screen(
      '/disputes/$merchant_id/$id',
      'disputes.read',
      () => import('./screens/disputes/dispute.tsx'),
      { reads: ({ params }) => [readOf('getDispute', { path: params })] },
    ),
    screen('/account', 'own.use', () => import('./screens/account/account.tsx'), {
      reads: () => [],
    }),
    screen('/settings', 'settings.read', () => import('./screens/settings/settings.tsx'), {
      reads: () => [],
    }),
    screen('/reports', 'trades.read', () => import('./screens/reports/reports.tsx'), NOTHING),
    screen('/reports/scheduled', 'exports.make', () => import('./screens/reports/scheduled.tsx'), {
      reads: () => [
        readOf('listScheduledReports', {}),
        readOf('listSavedViews', { query: { list: 'trades' } }),
      ],
    }),
    screen(
      '/reports/scheduled/$id',
      'exports.make',
      () => import('./screens/reports/scheduled-report.tsx'),
      {
        reads: ({ params }) => [
          readOf('listScheduledReports', {}),
          readOf('listReportSendings', { path: params }),
        ],
      },
    ),
    screen('/people', 'people.read', () => import('./screens/people/people.tsx'), {
      reads: ({ search }) => [readFiltered('listPeople', { query: search })],
    }),
    screen('/people/$id', 'people.read', () => import('./screens/people/person.tsx'), {
      reads: ({ params }) => [readOf('getPerson', { path: params })],
    }),
    screen('/audit', 'audit.read', () => import('./screens/audit/audit.tsx'), {
      reads: ({ search }) => [readFiltered('listAudit', { query: search })],
    }),
  ]),
]);

export const router = createRouter({
  routeTree: routes,
  basepath: '/console',
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
