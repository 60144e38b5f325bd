// The reading order of the documents: areas, their groups, and the pages of each group.
import {
  API_NAMES,
  type ApiKind,
  apiPages,
  apiWebhooks,
  WEBHOOKS_START,
  webhookPath,
} from './api-document.ts';
import { type Document, documents } from './library.ts';

export type PageLink = { path: string; title: string };
export type Group = { title: string; entries: readonly PageLink[] };
export type Area = { name: string; start: string; groups: readonly Group[] };

type Listed = { name: string; groups: Readonly<Record<string, readonly string[]>> };

const guide = (...names: readonly string[]) => names.map((name) => `guide/${name}`);
const operate = (...names: readonly string[]) => names.map((name) => `operate/${name}`);

/** Every document has one place here, but for the decisions, which have their own list. */
const LISTED: readonly Listed[] = [
  {
    name: 'Guide',
    groups: {
      'Get started': guide('quick-start', 'concepts', 'sample-shop', 'sandbox'),
      'Receive and pay': guide(
        'pay-ins',
        'payment-page',
        'when-paying-goes-wrong',
        'pay-outs',
        'refunds',
        'disputes',
      ),
      'Stay in step': guide(
        'callbacks',
        'frameworks',
        'languages',
        'reconciliation',
        'settlements',
        'errors',
      ),
      'Go live': guide('authentication', 'go-live'),
    },
  },
  {
    name: 'Operate',
    groups: {
      'Set up': operate(
        'install',
        'going-live',
        'settings',
        'postgresql',
        'citus',
        'keys',
        'scaling',
        'moving',
        'performance',
      ),
      'Daily work': operate(
        'first-day',
        'console',
        'alerts',
        'bank-work',
        'bank-lines-and-matching',
        'statement-formats',
        'pay-outs',
        'pay-outs-in-the-console',
        'disputes',
        'receipts',
        'payment-pages',
      ),
      Books: operate(
        'settlements',
        'ledger',
        'closing-a-day',
        'proof',
        'counts-and-charts',
        'exports',
      ),
      'People and rights': operate(
        'people',
        'sign-in-openid',
        'access',
        'approvals',
        'audit-trail',
        'compliance',
        'retention',
        'erasure',
      ),
      Keep: operate(
        'command-line',
        'backup',
        'archive',
        'upgrade',
        'metrics',
        'traces',
        'on-call',
        'troubleshooting',
      ),
    },
  },
  {
    name: 'Reference',
    groups: {
      Merchants: [
        'reference/states',
        'reference/errors',
        'reference/limits',
        'reference/signing',
        'reference/callbacks',
      ],
      Operators: ['reference/statement-profiles'],
      Words: ['glossary'],
      'Before you choose': ['why', 'trust'],
      Reasons: ['adr/index'],
    },
  },
];

/** Reached from a list: pages of errors and of decisions; the navigation marks the list. */
const LISTS: readonly [prefix: string, list: string][] = [
  ['reference/errors/', 'reference/errors'],
  ['adr/', 'adr/index'],
];

/** The list of all operations. */
export const API_START = 'api/';

/** The path that the navigation marks for a document. */
export function markedFor(path: string): string {
  return LISTS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? path;
}

const placesOf = () => LISTED.flatMap(({ groups }) => Object.values(groups).flat());

/** Places in the reading order without a document. */
export function absent(): string[] {
  return placesOf().filter((path) => !documents().has(path));
}

/** The documents without a place in the reading order. */
export function unlisted(): string[] {
  const places = new Set(placesOf());
  return [...documents().keys()].filter(
    (path) => path !== 'README' && markedFor(path) === path && !places.has(path),
  );
}

const entryOf = ({ path, title }: Document): PageLink => ({ path, title });

function entriesOf(paths: readonly string[]): PageLink[] {
  return paths.flatMap((path) => {
    const found = documents().get(path);
    return found === undefined ? [] : [entryOf(found)];
  });
}

function documentArea({ name, groups }: Listed): Area {
  const filled = Object.entries(groups).map(([title, paths]) => ({
    title,
    entries: entriesOf(paths),
  }));
  return { name, start: filled[0]?.entries[0]?.path ?? '', groups: filled };
}

function apiGroup(kind: ApiKind): Group {
  const entries = apiPages(kind).map(({ tag, path }) => ({ path, title: tag }));
  return { title: API_NAMES[kind], entries };
}

function webhookGroup(): Group {
  const all = { path: WEBHOOKS_START, title: 'All callbacks' };
  const each = apiWebhooks().map(({ type }) => ({ path: webhookPath(type), title: type }));
  return { title: 'Callbacks', entries: [all, ...each] };
}

/** The reference of the API: a page per tag of its documents, and per type of event. */
function apiArea(): Area {
  const groups = [apiGroup('merchant'), webhookGroup(), apiGroup('operator')];
  return { name: 'API', start: API_START, groups };
}

let read: readonly Area[] | null = null;

/** The API comes after the guide. */
export function areas(): readonly Area[] {
  read ??= LISTED.flatMap((listed, at) =>
    at === 0 ? [documentArea(listed), apiArea()] : [documentArea(listed)],
  );
  return read;
}

/** The area that has the document; null for pages outside of the order. */
export function areaOf(path: string): Area | null {
  const marked = markedFor(path);
  if (path === API_START) return areas().find(({ start }) => start === path) ?? null;
  const has = ({ groups }: Area) =>
    groups.some(({ entries }) => entries.some((entry) => entry.path === marked));
  return areas().find(has) ?? null;
}

export type Neighbours = { previous: PageLink | null; next: PageLink | null };

/** The pages before and after it in the reading order of its area. */
export function neighboursOf(path: string): Neighbours {
  const order = areaOf(path)?.groups.flatMap(({ entries }) => entries) ?? [];
  const at = order.findIndex((entry) => entry.path === path);
  if (at === -1) return { previous: null, next: null };
  return { previous: order[at - 1] ?? null, next: order[at + 1] ?? null };
}
