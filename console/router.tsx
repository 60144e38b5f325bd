// The addresses of the console, and which screen is behind each. Every screen is a chunk of its own.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { readSearch, writeSearch } from './api/search-params.ts';
import { Failed } from './parts/failed.tsx';
import { LiveProvider } from './parts/live/live.tsx';
import { NotHere } from './parts/not-here.tsx';
import { Gate } from './session/gate.tsx';
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

const screen = <const Path extends string>(
  path: Path,
  load: () => Promise<{ Screen: () => React.ReactNode }>,
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(load, 'Screen'),
    // Filters are text in the address; what they mean is the service's to say.
    validateSearch: (search: Record<string, unknown>): Record<string, string> =>
      Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)])),
  });

const routes = root.addChildren([
  entrance('/link', () => import('./session/use-link.tsx')),
  entrance('/enrol', () => import('./session/enrol-link.tsx')),
  entrance('/enter', () => import('./session/use-sign-in-link.tsx')),
  inside.addChildren([
    screen('/', () => import('./screens/start/start.tsx')),
    screen('/search', () => import('./screens/search/search.tsx')),
    screen('/trades', () => import('./screens/trades/trades.tsx')),
    screen('/trades/$merchant_id/$id', () => import('./screens/trades/trade.tsx')),
    screen('/payouts', () => import('./screens/payouts/payouts.tsx')),
    screen('/verify', () => import('./screens/verify/verify.tsx')),
    screen('/bank', () => import('./screens/bank/lines/lines.tsx')),
    screen('/bank/lines/$id', () => import('./screens/bank/line/line.tsx')),
    screen('/bank/review', () => import('./screens/bank/review/review.tsx')),
    screen('/bank/import', () => import('./screens/bank/import/import.tsx')),
    screen('/bank/owed', () => import('./screens/bank/owed/owed.tsx')),
    screen('/bank/days', () => import('./screens/bank/days/days.tsx')),
    screen('/bank/days/$account_id/$day', () => import('./screens/bank/days/day.tsx')),
    screen('/bank/rules', () => import('./screens/bank/rules/rules.tsx')),
    screen('/bank/rules/$id', () => import('./screens/bank/rules/rule.tsx')),
    screen('/payouts/batches', () => import('./screens/payouts/batches.tsx')),
    screen('/payouts/batches/$id', () => import('./screens/payouts/batch.tsx')),
    screen('/payouts/answers', () => import('./screens/payouts/answers.tsx')),
    screen('/ledger', () => import('./screens/ledger/ledger.tsx')),
    screen('/ledger/entries', () => import('./screens/ledger/entries.tsx')),
    screen('/ledger/verify', () => import('./screens/ledger/verify.tsx')),
    screen('/ledger/proofs', () => import('./screens/ledger/proofs.tsx')),
    screen('/settlements', () => import('./screens/settlements/settlements.tsx')),
    screen('/settlements/$merchant_id/$id', () => import('./screens/settlements/settlement.tsx')),
    screen('/merchants', () => import('./screens/merchants/merchants.tsx')),
    screen('/merchants/$id', () => import('./screens/merchants/overview.tsx')),
    screen('/merchants/$id/tariffs', () => import('./screens/merchants/tariffs.tsx')),
    screen('/merchants/$id/limits', () => import('./screens/merchants/limits.tsx')),
    screen('/merchants/$id/tokens', () => import('./screens/merchants/tokens.tsx')),
    screen('/merchants/$id/endpoints', () => import('./screens/merchants/endpoints/endpoints.tsx')),
    screen(
      '/merchants/$id/endpoints/$number',
      () => import('./screens/merchants/endpoints/endpoint.tsx'),
    ),
    screen('/merchants/$id/branding', () => import('./screens/merchants/branding.tsx')),
    screen('/merchants/$id/balance', () => import('./screens/merchants/balance.tsx')),
    screen(
      '/merchants/$id/settlements',
      () => import('./screens/merchants/merchant-settlements.tsx'),
    ),
    screen('/merchants/$id/people', () => import('./screens/merchants/merchant-people.tsx')),
    screen('/accounts', () => import('./screens/accounts/accounts.tsx')),
    screen('/accounts/$id', () => import('./screens/accounts/account.tsx')),
    screen('/callbacks', () => import('./screens/callbacks/callbacks.tsx')),
    screen(
      '/callbacks/$merchant_id/$trade_id/$sequence/$endpoint',
      () => import('./screens/callbacks/delivery.tsx'),
    ),
    screen('/approvals', () => import('./screens/approvals/approvals.tsx')),
    screen('/approvals/bands', () => import('./screens/approvals/bands.tsx')),
    screen('/approvals/$id', () => import('./screens/approvals/approval.tsx')),
    screen('/disputes', () => import('./screens/disputes/disputes.tsx')),
    screen('/disputes/$merchant_id/$id', () => import('./screens/disputes/dispute.tsx')),
    screen('/account', () => import('./screens/account/account.tsx')),
    screen('/settings', () => import('./screens/settings/settings.tsx')),
    screen('/reports', () => import('./screens/reports/reports.tsx')),
    screen('/people', () => import('./screens/people/people.tsx')),
    screen('/people/$id', () => import('./screens/people/person.tsx')),
    screen('/audit', () => import('./screens/audit/audit.tsx')),
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
