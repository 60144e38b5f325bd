// One page of a list over all cells: each cell is asked for its own page by its own position, and
// the pages are merged. A cell that is away or late is named, and keeps its position.
import {
  type CellPage,
  type ListKey,
  type ListOrder,
  mergePages,
} from '../../domain/service/merge-pages.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { App } from '../process/app.ts';
import { encodeCursor, openCursor, readLimit } from '../request/paging.ts';
import { askAll, type CellAnswer, type CellPart } from './ask-all.ts';

type Query = Readonly<Record<string, string>>;

export type AskedOfAll = {
  readonly query: Query;
  readonly order: ListOrder;
  /** What the page tells beside its rows, of what each cell's page tells. */
  readonly beside: (answers: readonly CellAnswer<object>[]) => object;
  /** The list of one cell. */
  list(app: App, query: Query): Promise<object | Refusal>;
};

type Positions = ReadonlyMap<string, ListKey | null>;

/** Keys of 16 cells with their names; proxies often take addresses of up to 8 kB. */
export const MERGED_CURSOR_MAX_LENGTH = 6_144;
const KEY_MAX_PARTS = 8;

const isPart = (part: unknown): part is string | number =>
  typeof part === 'string' || typeof part === 'number';

const isKey = (key: unknown): key is ListKey =>
  Array.isArray(key) && key.length > 0 && key.length <= KEY_MAX_PARTS && key.every(isPart);

/** Null: not a cursor of several cells. Each cell checks its own key; long ones were refused. */
function readPositions(cursor: string, names: readonly string[]): Positions | null {
  const read = openCursor(cursor);
  if (!Array.isArray(read) || read.length === 0 || read.length > names.length) return null;
  const positions = new Map<string, ListKey | null>();
  for (const pair of read) {
    if (!Array.isArray(pair) || pair.length !== 2) return null;
    const [name, key]: unknown[] = pair;
    const is_known = typeof name === 'string' && names.includes(name) && !positions.has(name);
    if (!(is_known && (key === null || isKey(key)))) return null;
    positions.set(name, key);
  }
  return positions;
}

/** No list takes it, so that its own words refuse it beside what else is wrong. */
const NO_CURSOR = '!';

function queryOf({ cursor, ...query }: Query, positions: Positions | null, name: string): Query {
  if (positions === null) return { ...query, cursor: NO_CURSOR };
  const key = positions.get(name) ?? null;
  return key === null ? query : { ...query, cursor: encodeCursor(key) };
}

type Answer = { readonly data: readonly object[]; readonly next_cursor: string | null };

function isPage(answer: object): answer is Answer & Record<string, unknown> {
  return isRecord(answer) && Array.isArray(answer.data) && 'next_cursor' in answer;
}

/** The cursor that the list gave itself shows whether the order knows its keys. */
function pageOfCell(cell: string, from: ListKey | null, answer: object, order: ListOrder) {
  if (!isPage(answer)) throw new Error('The answer is not a page of a list');
  const { data: rows, next_cursor } = answer;
  const last = rows.at(-1);
  if (next_cursor !== null && last !== undefined && next_cursor !== encodeCursor(order.key(last))) {
    throw new Error('The rows of the list do not show the key of its cursor');
  }
  const page: CellPage = { cell, from, rows, has_more: next_cursor !== null };
  return page;
}

/** Null if no cell answers. */
export async function mergedPage(
  cells: readonly CellPart[],
  { query, order, beside, list }: AskedOfAll,
): Promise<object | Refusal | null> {
  const names = cells.map(({ name }) => name);
  const { cursor = '' } = query;
  const positions = cursor === '' ? new Map() : readPositions(cursor, names);
  const asked = await askAll(cells, (app, name) => list(app, queryOf(query, positions, name)));
  if (asked === null || isRefusal(asked)) return asked;
  const from = (name: string): ListKey | null => positions?.get(name) ?? null;
  const pages = asked.answers.map(({ cell, answer }) =>
    pageOfCell(cell, from(cell), answer, order),
  );
  const limit = readLimit(query.limit);
  if (typeof limit !== 'number') throw new Error('A limit was read by the lists only');
  const merged = mergePages(pages, order, limit);
  const reached = new Map(merged.positions);
  const next = names.map((name) => [name, reached.has(name) ? reached.get(name) : from(name)]);
  return {
    data: merged.rows.map(({ cell, row }) => ({ ...row, cell })),
    next_cursor: merged.has_more ? encodeCursor(next) : null,
    ...beside(asked.answers),
    cells_away: asked.away,
  };
}
