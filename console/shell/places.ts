// The places of the navigation, in the order of a working day.
import type { WhoAmI } from '../api/schema.gen.ts';
import type { TEXTS } from '../texts/en.ts';

type Place = {
  readonly to: string;
  readonly name: keyof typeof TEXTS.nav;
  /** Pressed after `g`. */
  readonly key: string;
  /** Without it the place is not shown; what may be read there is the service's to say. */
  readonly right: WhoAmI['rights'][number];
};

export const PLACES: readonly Place[] = [
  { to: '/', name: 'home', key: 'h', right: 'alerts.read' },
  { to: '/trades', name: 'trades', key: 't', right: 'trades.read' },
  { to: '/payouts', name: 'payouts', key: 'p', right: 'payouts.read' },
];
