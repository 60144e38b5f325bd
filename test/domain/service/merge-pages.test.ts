// Pages of several cells become one list: in order, nothing twice, nothing missing, also while rows
// are added and cells are away.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CellPage,
  type ListKey,
  type ListOrder,
  type MergedPage,
  mergePages,
} from '../../../server/domain/service/merge-pages.ts';
import { fc } from '../../support/property.ts';

const CELLS = ['main', 'east', 'west'];

type Row = { id: number; number: number; at: number; cell: string };

const BY_ID = { key: ({ id }: Row) => [id], sort: ({ id }: Row) => [id], keys: 'shared' } as const;
const NEWEST: ListOrder = { ...BY_ID, is_descending: true };
const OLDEST: ListOrder = { ...BY_ID, is_descending: false };
const COUNTED: ListOrder = {
  key: ({ number }: Row) => [number],
  sort: ({ at }: Row) => [at],
  is_descending: true,
  keys: 'counted',
};
const OWN: ListOrder = { ...OLDEST, keys: 'own' };

const ORDERS = { NEWEST, OLDEST, COUNTED, OWN };

/** Rows are added in the order of their ids and times, as everywhere. */
class Lists {
  readonly rows: Row[] = [];
  readonly #order: ListOrder;
  #id = 0;

  constructor(order: ListOrder) {
    this.#order = order;
  }

  /** `is_twin`: with the id of the row before, if that is in another cell. */
  add(index: number, is_twin: boolean): void {
    const cell = CELLS[index] ?? '';
    const before = this.rows.at(-1);
    if (!(is_twin && before !== undefined && before.cell !== cell)) this.#id += 1;
    const number = this.of(cell).length + 1;
    if (this.of(cell).some(({ id }) => id === this.#id)) this.#id += 1;
    this.rows.push({ id: this.#id, number, at: this.#id, cell });
  }

  of(cell: string): Row[] {
    return this.rows.filter((row) => row.cell === cell);
  }

  /** As the list of one cell answers. */
  page(cell: string, from: ListKey | null, limit: number): CellPage {
    const { key, is_descending } = this.#order;
    const direction = is_descending ? -1 : 1;
    const keyOf = (row: Row) => Number(key(row)[0]);
    const [after] = from ?? [];
    const found = this.of(cell)
      .toSorted((a, b) => direction * (keyOf(a) - keyOf(b)))
      .filter((row) => after === undefined || direction * (keyOf(row) - Number(after)) > 0);
    return { cell, from, rows: found.slice(0, limit), has_more: found.length > limit };
  }

  /** As one list over all cells would be: of equal rows that of the first cell first. */
  sorted(): Row[] {
    const { sort, is_descending } = this.#order;
    const direction = is_descending ? -1 : 1;
    const sortOf = (row: Row) => direction * Number(sort(row)[0]);
    return this.rows.toSorted(
      (a, b) => sortOf(a) - sortOf(b) || CELLS.indexOf(a.cell) - CELLS.indexOf(b.cell),
    );
  }
}

type Step = { limit: number; added: (readonly [number, boolean])[]; away: number[] };

const cell = fc.integer({ min: 0, max: CELLS.length - 1 });
const rows = fc.array(fc.tuple(cell, fc.boolean()), { maxLength: 24 });
const rows_of_own_ids = fc.array(fc.tuple(cell, fc.constant(false)), { maxLength: 24 });
const stepOf = (added: boolean, away: boolean) =>
  fc.record<Step>({
    limit: fc.integer({ min: 1, max: 7 }),
    // What is new has a new id.
    added: added ? fc.array(fc.tuple(cell, fc.constant(false)), { maxLength: 3 }) : fc.constant([]),
    away: away ? fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }) : fc.constant([]),
  });

type Walk = { shown: Row[]; first: number; last: MergedPage; was_away: boolean };

/** The steps in turn until the last page; the last of them again and again. */
function walk(order: ListOrder, lists: Lists, steps: readonly Step[]): Walk {
  const first = lists.rows.length;
  const shown: Row[] = [];
  let positions = new Map<string, ListKey | null>();
  for (let turn = 0; turn < 500; turn += 1) {
    const { limit = 3, added = [], away = [] } = steps[turn] ?? {};
    const answering = CELLS.filter((_, index) => !away.includes(index));
    const pages = answering.map((cell) => lists.page(cell, positions.get(cell) ?? null, limit));
    const last = mergePages(pages, order, limit);
    ok(last.rows.length <= limit);
    equal(last.has_more && last.rows.length === 0, false, 'it goes on without a row');
    shown.push(...last.rows.map(({ row: found }) => found as Row));
    positions = new Map([...positions, ...last.positions]);
    if (!last.has_more) return { shown, first, last, was_away: away.length > 0 };
    for (const one of added) lists.add(...one);
  }
  throw new Error('It never ends');
}

const open = (order: ListOrder, given: readonly (readonly [number, boolean])[]) => {
  const lists = new Lists(order);
  for (const one of given) lists.add(...one);
  return lists;
};

const isOfFirst = (lists: Lists, first: number) => {
  const had = new Set(lists.rows.slice(0, first));
  return (one: Row) => had.has(one);
};

describe('lists of several cells', () => {
  for (const [name, order] of Object.entries(ORDERS)) {
    it(`read in pages are what one list would be (${name})`, () => {
      const steps = fc.array(stepOf(false, false), { maxLength: 12 });
      fc.assert(
        fc.property(rows, steps, (given, turns) => {
          const lists = open(order, given);
          deepEqual(walk(order, lists, turns).shown, lists.sorted());
        }),
      );
    });
  }

  for (const [name, order] of Object.entries({ NEWEST, COUNTED })) {
    it(`show nothing that is added above what was read (${name})`, () => {
      const steps = fc.array(stepOf(true, false), { maxLength: 12 });
      fc.assert(
        fc.property(rows_of_own_ids, steps, (given, turns) => {
          const lists = open(order, given);
          const { shown, first } = walk(order, lists, turns);
          deepEqual(shown, lists.sorted().filter(isOfFirst(lists, first)));
        }),
      );
    });
  }

  it('show what is added below what was read', () => {
    const steps = fc.array(stepOf(true, false), { maxLength: 12 });
    fc.assert(
      fc.property(rows, steps, (given, turns) => {
        const lists = open(OLDEST, given);
        const { shown } = walk(OLDEST, lists, turns);
        deepEqual(shown, lists.sorted().slice(0, shown.length));
        equal(shown.length, lists.rows.length);
      }),
    );
  });

  for (const [name, order] of Object.entries(ORDERS)) {
    it(`pass over nothing of a cell that was away (${name})`, () => {
      const steps = fc.array(stepOf(true, true), { maxLength: 12 });
      fc.assert(
        fc.property(rows, steps, (given, turns) => {
          const lists = open(order, given);
          const { shown, first, was_away } = walk(order, lists, turns);
          equal(new Set(shown).size, shown.length, 'a row is there twice');
          if (was_away) return;
          const had = isOfFirst(lists, first);
          equal(shown.filter(had).length, first, 'a row is missing');
          for (const name_of_cell of CELLS) {
            const isOwn = (one: Row) => had(one) && one.cell === name_of_cell;
            deepEqual(shown.filter(isOwn), lists.sorted().filter(isOwn));
          }
        }),
        { numRuns: 1_000 },
      );
    });
  }

  it('wait for the next page of a cell whose page was shorter than asked for', () => {
    const made = (id: number) => ({ id, number: id, at: id, cell: '' });
    const east = { cell: 'east', from: null, rows: [made(9)], has_more: true };
    const west = { cell: 'west', from: null, rows: [made(8), made(3)], has_more: false };
    const merged = mergePages([east, west], NEWEST, 3);
    deepEqual(
      merged.rows.map(({ row: found }) => found),
      [made(9)],
    );
    deepEqual(
      [merged.has_more, merged.positions],
      [
        true,
        [
          ['east', [9]],
          ['west', [9]],
        ],
      ],
    );
  });
});
