// The places of the navigation: in groups, and within them in the order of a working day.
import type { AttentionItem, WhoAmI } from '../api/schema.gen.ts';
import type { NAV_TEXTS, SHELL_TEXTS, TASK_NAMES } from '../texts/shell/frame.ts';

/** Also the name of its icon. */
export type PlaceName = keyof typeof NAV_TEXTS;
export type PlaceGroup = keyof typeof SHELL_TEXTS.groups;

export type Place = {
  readonly to: string;
  readonly name: PlaceName;
  readonly group: PlaceGroup;
  /** Pressed after `g`. */
  readonly key: string;
  /** Without it the place is not shown; what may be read there is the service's to say. */
  readonly right: WhoAmI['rights'][number];
};

export const PLACES: readonly Place[] = [
  { to: '/', name: 'home', group: 'today', key: 'h', right: 'trades.read' },
  { to: '/approvals', name: 'approvals', group: 'today', key: 'w', right: 'approvals.read' },
  { to: '/trades', name: 'trades', group: 'money', key: 't', right: 'trades.read' },
  { to: '/verify', name: 'verify', group: 'money', key: 'v', right: 'bank.read' },
  { to: '/payouts', name: 'payouts', group: 'money', key: 'p', right: 'payouts.read' },
  { to: '/disputes', name: 'disputes', group: 'money', key: 'd', right: 'disputes.read' },
  { to: '/bank', name: 'bank', group: 'bank', key: 'b', right: 'bank.read' },
  { to: '/accounts', name: 'accounts', group: 'bank', key: 'a', right: 'settings.read' },
  { to: '/merchants', name: 'merchants', group: 'merchants', key: 'm', right: 'merchants.read' },
  {
    to: '/settlements',
    name: 'settlements',
    group: 'merchants',
    key: 's',
    right: 'settlements.read',
  },
  { to: '/callbacks', name: 'callbacks', group: 'developers', key: 'c', right: 'callbacks.read' },
  { to: '/ledger', name: 'ledger', group: 'control', key: 'l', right: 'ledger.read' },
  { to: '/reports', name: 'reports', group: 'control', key: 'r', right: 'trades.read' },
  { to: '/people', name: 'people', group: 'control', key: 'e', right: 'people.read' },
  { to: '/settings', name: 'settings', group: 'control', key: 'o', right: 'settings.read' },
  { to: '/audit', name: 'audit', group: 'control', key: 'u', right: 'audit.read' },
];

/** A page below a place on which one thing is done: the palette offers it by its name. */
export type Task = {
  readonly to: string;
  readonly name: keyof typeof TASK_NAMES;
  readonly right: WhoAmI['rights'][number];
};

export const TASKS: readonly Task[] = [
  { to: '/trades/refunds', name: 'refund_list', right: 'refunds.make' },
  { to: '/bank/import', name: 'import_statement', right: 'bank_lines.give' },
  { to: '/payouts/answers', name: 'bank_answer', right: 'payouts.pay' },
  { to: '/approvals/bands', name: 'bands', right: 'approvals.read' },
];

/** At which place each kind is counted; null: it is a state of the house, no work that waits. */
const COUNTED_AT: Readonly<Record<AttentionItem['kind'], PlaceName | null>> = {
  payins_to_verify: 'verify',
  payouts_to_send: 'payouts',
  payouts_unconfirmed: 'payouts',
  disputes_overdue: 'disputes',
  approvals_waiting: 'approvals',
  two_people_off: null,
  settlements_waiting: 'settlements',
  lines_in_suspense: 'bank',
  lines_waiting: 'bank',
  payins_without_line: 'bank',
  payouts_without_line: 'bank',
  suspense_unequal: 'bank',
  books_unsound: 'ledger',
  proofs_missing: 'ledger',
  balances_negative: 'merchants',
  accounts_near_limit: 'accounts',
  payins_over_share: 'merchants',
  callbacks_failing: 'callbacks',
  callbacks_exhausted: 'callbacks',
  reports_undelivered: 'reports',
  imports_unfinished: 'bank',
  recipients_failing: 'settings',
  disk_filling: null,
};

export type Waiting = {
  readonly count: number;
  /** More wait than are counted. */
  readonly has_more: boolean;
  /** Some of it waits for too long. */
  readonly is_over: boolean;
};

/** A queue counts as soon as it has something; a share or a number only from its threshold on. */
const isWork = ({ unit, is_over }: AttentionItem): boolean => unit === 'minutes' || is_over;

/** What waits at each place; places where nothing waits are left out. */
export function waitingAt(items: readonly AttentionItem[]): ReadonlyMap<PlaceName, Waiting> {
  const all = new Map<PlaceName, Waiting>();
  for (const item of items) {
    const name = COUNTED_AT[item.kind];
    if (name === null || item.count === 0 || !isWork(item)) continue;
    const before = all.get(name);
    all.set(name, {
      count: (before?.count ?? 0) + item.count,
      has_more: (before?.has_more ?? false) || item.has_more,
      is_over: (before?.is_over ?? false) || item.is_over,
    });
  }
  return all;
}

/** The most that is shown in figures. */
const SHOWN_MOST = 999;

export const shownWaiting = ({ count, has_more }: Waiting): string =>
  has_more || count > SHOWN_MOST ? `${SHOWN_MOST}+` : String(count);

/** The place that an address is at or below; undefined: none, such as the search. */
export const placeAt = (path: string): Place | undefined =>
  PLACES.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)));
