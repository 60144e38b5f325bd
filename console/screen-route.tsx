// How a screen becomes a route: behind the sign-in and its right, its code loaded when it is opened
// first, and what it reads first asked for at the same time.
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import { loadWhenReached } from './api/reach.ts';
import { textsOf } from './api/search-params.ts';
import type { InAddress, SearchAt } from './api/searches.ts';
import { LiveProvider } from './parts/live/live.tsx';
import { NotHere } from './parts/not-here.tsx';
import { Failed } from './parts/problem.tsx';
import { begin, type Start } from './session/begin.ts';
import { Gate } from './session/gate.tsx';
import { guarded, type Right } from './session/guarded.tsx';
import { Shell } from './shell/shell.tsx';

export const root = createRootRoute({ notFoundComponent: NotHere, errorComponent: Failed });

/** Everything but the links that people are given is for people who are signed in. */
export const inside = createRoute({
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
export const entrance = <const Path extends string>(
  path: Path,
  load: () => Promise<{ Screen: () => React.ReactNode }>,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, 'Screen'),
  });

/** Without the right nothing of the screen is loaded or asked for: each refusal would be noted. */
export const screen = <const Path extends string>(
  path: Path,
  right: Right,
  load: () => Promise<{ Screen: () => React.ReactNode }>,
  start: Start<Path>,
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component: guarded(
      right,
      lazyRouteComponent(() => loadWhenReached(load), 'Screen'),
    ),
    // Links keep to the screen's names and lists; what an address says, the service judges.
    validateSearch: (given: SearchAt<Path> & SearchSchemaInput): InAddress<SearchAt<Path>> =>
      textsOf(given),
    // The service is asked while the code is on its way; nobody waits for it here.
    loader: ({ params, location, cause }) =>
      cause === 'preload' ? undefined : begin(right, start, { params, search: location.search }),
  });
