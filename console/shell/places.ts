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
  { to: '/', name: 'home', key: 'h', right: 'trades.read' },
  { to: '/trades', name: 'trades', key: 't', right: 'trades.read' },
  { to: '/verify', name: 'verify', key: 'v', right: 'bank.read' },
  { to: '/payouts', name: 'payouts', key: 'p', right: 'payouts.read' },
  { to: '/bank', name: 'bank', key: 'b', right: 'bank.read' },
  { to: '/approvals', name: 'approvals', key: 'w', right: 'approvals.read' },
  { to: '/disputes', name: 'disputes', key: 'd', right: 'disputes.read' },
  { to: '/settlements', name: 'settlements', key: 's', right: 'settlements.read' },
  { to: '/merchants', name: 'merchants', key: 'm', right: 'merchants.read' },
  { to: '/accounts', name: 'accounts', key: 'a', right: 'settings.read' },
  { to: '/ledger', name: 'ledger', key: 'l', right: 'ledger.read' },
  { to: '/callbacks', name: 'callbacks', key: 'c', right: 'callbacks.read' },
  { to: '/reports', name: 'reports', key: 'r', right: 'trades.read' },
  { to: '/people', name: 'people', key: 'e', right: 'people.read' },
  { to: '/settings', name: 'settings', key: 'o', right: 'settings.read' },
  { to: '/audit', name: 'audit', key: 'u', right: 'audit.read' },
];
