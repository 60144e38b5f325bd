// The addresses of the console, and which screen is behind each. The code of a screen is loaded with
// that of its folder, when the screen is opened first.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import { readSearch, textsOf, writeSearch } from './api/search-params.ts';
import type { InAddress, SearchAt } from './api/searches.ts';
import { LiveProvider } from './parts/live/live.tsx';
import { NotHere } from './parts/not-here.tsx';
import { Failed } from './parts/problem.tsx';
import { Gate } from './session/gate.tsx';
import { guarded, type Right } from './session/guarded.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ notFoundComponent: NotHere, errorComponent: Failed });

/** Everything but the links that people are given is for people who are signed in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: () => (
    <Gate>
      <LiveProvider>
        <Shell />
      </LiveProvider>
    </Gate>
  ),
});

/** A page for somebody who was given a link, and is not signed in. */
const entrance = <const Path extends string>(
  path: Path,
  load: () => Promise<{ Screen: () => React.ReactNode }>,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, 'Screen'),
  });

/** Without the right nothing of the screen is loaded or asked for: each refusal would be noted. */
const screen = <const Path extends string>(
  path: Path,
  right: Right,
  load: () => Promise<{ Screen: () => React.ReactNode }>,
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: guarded(right, lazyRouteComponent(load, 'Screen')),
    // Links are held to the screen's names and lists. What an address says is the service's to judge.
    validateSearch: (given: SearchAt<Path> & SearchSchemaInput): InAddress<SearchAt<Path>> =>
      textsOf(given),
  });

const routes = root.addChildren([
  entrance('/link', () => import('./session/use-link.tsx')),
  entrance('/enrol', () => import('./session/enrol-link.tsx')),
  entrance('/enter', () => import('./session/use-sign-in-link.tsx')),
  inside.addChildren([
    screen('/', 'trades.read', () => import('./screens/start/start.tsx')),
    screen('/search', 'trades.read', () => import('./screens/search/search.tsx')),
    screen('/trades', 'trades.read', () => import('./screens/trades/trades.tsx')),
    screen('/trades/$merchant_id/$id', 'trades.read', () => import('./screens/trades/trade.tsx')),
    screen('/trades/customer', 'trades.read', () => import('./screens/customers/customer.tsx')),
    screen('/payouts', 'payouts.read', () => import('./screens/payouts/payouts.tsx')),
    screen('/verify', 'bank.read', () => import('./screens/verify/verify.tsx')),
    screen('/bank', 'bank.read', () => import('./screens/bank/lines/lines.tsx')),
    screen('/bank/lines/$id', 'bank.read', () => import('./screens/bank/line/line.tsx')),
    screen('/bank/review', 'bank.read', () => import('./screens/bank/review/review.tsx')),
    screen('/bank/import', 'bank.read', () => import('./screens/bank/import/import.tsx')),
    screen('/bank/waiting', 'bank.read', () => import('./screens/bank/waiting/waiting.tsx')),
    screen(
      '/bank/waiting/$id',
      'bank.read',
      () => import('./screens/bank/waiting/waiting-line.tsx'),
    ),
    screen('/bank/owed', 'bank.read', () => import('./screens/bank/owed/owed.tsx')),
    screen('/bank/days', 'bank.read', () => import('./screens/bank/days/days.tsx')),
    screen('/bank/days/$account_id/$day', 'bank.read', () => import('./screens/bank/days/day.tsx')),
    screen('/bank/rules', 'bank.read', () => import('./screens/bank/rules/rules.tsx')),
    screen('/bank/rules/$id', 'bank.read', () => import('./screens/bank/rules/rule.tsx')),
    screen('/payouts/batches', 'payouts.read', () => import('./screens/payouts/batches.tsx')),
    screen('/payouts/batches/$id', 'payouts.read', () => import('./screens/payouts/batch.tsx')),
    screen('/payouts/answers', 'payouts.pay', () => import('./screens/payouts/answers.tsx')),
    screen('/ledger', 'ledger.read', () => import('./screens/ledger/ledger.tsx')),
    screen('/ledger/entries', 'ledger.read', () => import('./screens/ledger/entries.tsx')),
    screen('/ledger/months', 'ledger.read', () => import('./screens/ledger/month.tsx')),
    screen('/ledger/verify', 'ledger.read', () => import('./screens/ledger/verify.tsx')),
    screen('/ledger/proofs', 'ledger.read', () => import('./screens/ledger/proofs.tsx')),
    screen(
      '/settlements',
      'settlements.read',
      () => import('./screens/settlements/settlements.tsx'),
    ),
    screen(
      '/settlements/$merchant_id/$id',
      'settlements.read',
      () => import('./screens/settlements/settlement.tsx'),
    ),
    screen('/merchants', 'merchants.read', () => import('./screens/merchants/merchants.tsx')),
    screen('/merchants/$id', 'merchants.read', () => import('./screens/merchants/overview.tsx')),
    screen(
      '/merchants/$id/tariffs',
      'settings.read',
      () => import('./screens/merchants/tariffs.tsx'),
    ),
    screen(
      '/merchants/$id/limits',
      'merchants.read',
      () => import('./screens/merchants/limits.tsx'),
    ),
    screen(
      '/merchants/$id/tokens',
      'merchant_tokens.read',
      () => import('./screens/merchants/tokens.tsx'),
    ),
    screen(
      '/merchants/$id/endpoints',
      'callbacks.read',
      () => import('./screens/merchants/endpoints/endpoints.tsx'),
    ),
    screen(
      '/merchants/$id/endpoints/$number',
      'callbacks.read',
      () => import('./screens/merchants/endpoints/endpoint.tsx'),
    ),
    screen(
      '/merchants/$id/branding',
      'branding.read',
      () => import('./screens/merchants/branding.tsx'),
    ),
    screen(
      '/merchants/$id/balance',
      'merchants.read',
      () => import('./screens/merchants/balance.tsx'),
    ),
    screen(
      '/merchants/$id/settlements',
      'settlements.read',
      () => import('./screens/merchants/merchant-settlements.tsx'),
    ),
    screen(
      '/merchants/$id/people',
      'people.read',
      () => import('./screens/merchants/merchant-people.tsx'),
    ),
    screen('/accounts', 'bank.read', () => import('./screens/accounts/accounts.tsx')),
    screen('/accounts/$id', 'bank.read', () => import('./screens/accounts/account.tsx')),
    screen('/callbacks', 'callbacks.read', () => import('./screens/callbacks/callbacks.tsx')),
    screen(
      '/callbacks/$merchant_id/$trade_id/$sequence/$endpoint',
      'callbacks.read',
      () => import('./screens/callbacks/delivery.tsx'),
    ),
    screen('/approvals', 'approvals.read', () => import('./screens/approvals/approvals.tsx')),
    screen('/approvals/bands', 'approvals.read', () => import('./screens/approvals/bands.tsx')),
    screen('/approvals/$id', 'approvals.read', () => import('./screens/approvals/approval.tsx')),
    screen('/disputes', 'disputes.read', () => import('./screens/disputes/disputes.tsx')),
    screen(
      '/disputes/$merchant_id/$id',
      'disputes.read',
      () => import('./screens/disputes/dispute.tsx'),
    ),
    screen('/account', 'own.use', () => import('./screens/account/account.tsx')),
    screen('/settings', 'settings.read', () => import('./screens/settings/settings.tsx')),
    screen('/reports', 'trades.read', () => import('./screens/reports/reports.tsx')),
    screen('/people', 'people.read', () => import('./screens/people/people.tsx')),
    screen('/people/$id', 'people.read', () => import('./screens/people/person.tsx')),
    screen('/audit', 'audit.read', () => import('./screens/audit/audit.tsx')),
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
