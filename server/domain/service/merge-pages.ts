// Pages of the same list from several cells become one page, in the list's own order. Where the
// next page begins is kept for each cell by itself, so that one that was away is not passed over.

/** The key of a row in its list: ids, numbers, and times that sort as texts. */
export type ListKey = readonly (string | number)[];

// Written with methods, so that orders of different rows fit into one table.
export type ListOrder = {
  /** As the list's own cursor has it. */
  key(row: object): ListKey;
  /** What rows of different cells are compared by. */
  sort(row: object): ListKey;
  readonly is_descending: boolean;
  /**
   * `shared`: they mean the same in all cells, so that the key of the last row shown does for every
   * cell. `counted`: each cell counts its rows from 1, and shows the newest first. `own`: neither.
   */
  readonly keys: 'shared' | 'counted' | 'own';
};

export type CellPage = {
  readonly cell: string;
  /** Where it begins; null: at the list's beginning. */
  readonly from: ListKey | null;
  /** As many as are asked for, or fewer if there are not so many. */
  readonly rows: readonly object[];
  readonly has_more: boolean;
};

export type MergedPage = {
  readonly rows: readonly { readonly cell: string; readonly row: object }[];
  /** Where each of these cells goes on. */
  readonly positions: readonly (readonly [cell: string, key: ListKey | null])[];
  readonly has_more: boolean;
};

function compareKeys(one: ListKey, other: ListKey): number {
  for (const [index, part] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (part !== against) return part < against ? -1 : 1;
  }
  return one.length - other.length;
}

type Reading = CellPage & { taken: number };

/** Of cells with equal heads the first one; null: none can be told. */
function nextOf(pages: readonly Reading[], order: ListOrder): Reading | null {
  let first: { page: Reading; sort: ListKey } | null = null;
  for (const page of pages) {
    const head = page.rows[page.taken];
    // What this cell has next is on its next page.
    if (head === undefined && page.has_more) return null;
    if (head === undefined) continue;
    const sort = order.sort(head);
    const compared = first === null ? -1 : compareKeys(sort, first.sort);
    if (first === null || (order.is_descending ? compared > 0 : compared < 0)) {
      first = { page, sort };
    }
  }
  return first?.page ?? null;
}

/** Of a cell of which nothing was shown yet: what it adds from now on is not shown later. */
function beforeCounted(head: object | undefined, { key }: ListOrder): ListKey {
  const [number = 0] = head === undefined ? [] : key(head);
  return [head === undefined ? 0 : Number(number) + 1];
}

/** The key of the last row shown; not for a cell that is further, or that has the same key next. */
function sharedPosition(page: Reading, own: ListKey | null, order: ListOrder, last: ListKey) {
  const head = page.rows[page.taken];
  if (head !== undefined && compareKeys(order.key(head), last) === 0) return own;
  const compared = own === null ? 1 : compareKeys(last, own);
  // A cell that was away shows rows of further up once it is back.
  return (order.is_descending && own !== null ? -compared : compared) > 0 ? last : own;
}

/** What comes before the rows shown so far is not on a later page, as in a list of one cell. */
function positionOf(page: Reading, order: ListOrder, last: object | null): ListKey | null {
  const shown = page.rows[page.taken - 1];
  const own = shown === undefined ? page.from : order.key(shown);
  if (order.keys === 'counted') return own ?? beforeCounted(page.rows[page.taken], order);
  if (order.keys === 'own' || last === null) return own;
  return sharedPosition(page, own, order, order.key(last));
}

/** `pages`: of the cells that answered, in the order of the cells. */
export function mergePages(
  pages: readonly CellPage[],
  order: ListOrder,
  limit: number,
): MergedPage {
  const reading = pages.map((page) => ({ ...page, taken: 0 }));
  const rows: MergedPage['rows'][number][] = [];
  while (rows.length < limit) {
    const page = nextOf(reading, order);
    const row = page?.rows[page.taken];
    if (page === null || row === undefined) break;
    rows.push({ cell: page.cell, row });
    page.taken += 1;
  }
  const last = rows.at(-1)?.row ?? null;
  return {
    rows,
    positions: reading.map((page) => [page.cell, positionOf(page, order, last)] as const),
    has_more: reading.some(({ taken, rows: all, has_more }) => has_more || taken < all.length),
  };
}
