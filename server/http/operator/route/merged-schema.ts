// What a page of a list tells beside its rows if the service has several cells.
import { type TSchema, Type } from 'typebox';
import { MERGED_CURSOR_MAX_LENGTH } from '../../../app/cell/merged-page.ts';
import { CELL_NAME, CELLS_MOST } from '../../../domain/service/cell-identity.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { list, optional, PAGING, pageRows, text } from '../../schema/shapes.ts';
import { MERGED_LISTS } from './merged-lists.ts';
import type { OperatorRoute } from './route.ts';

const OfCellSchema = Type.Object(
  {
    cell: optional(text('The cell that has it, for X-Cell; only in an answer over several cells')),
  },
  { title: 'OfCell' },
);

const AwaySchema = list(text(undefined, CELL_NAME), {
  maxItems: CELLS_MOST,
  title: 'CellsAway',
  description:
    'Only in an answer over several cells: those that did not answer in time, and whose part is ' +
    'missing. Rows of a list follow on a later page if their cell is back by then',
});

export const AWAY_MEMBER = { cells_away: optional(AwaySchema) };

/** A list whose rows name their cell. */
export function rowsOfCells(rows: TSchema | undefined): TSchema {
  const { items, ...rest }: { items?: unknown } = rows ?? {};
  if (!isRecord(items)) throw new Error('Not a list');
  return Type.Array(Type.Intersect([items, OfCellSchema]), rest);
}

/**
 * The schema of a page, with what is there only if the list is of several cells; `more`: further
 * lists in it whose rows name their cell.
 */
export function withCells(page: TSchema, more: readonly string[] = []): TSchema {
  const { title, properties }: { title?: unknown; properties?: unknown } = page;
  const { data, ...rest } = isRecord(properties) ? properties : {};
  if (!(isRecord(data) && isRecord(data.items))) throw new Error('Not a page of a list');
  const { description } = data;
  const rows = pageRows(Type.Intersect([data.items, OfCellSchema]), String(description));
  const others = Object(rest);
  const named = more.map((name) => [name, rowsOfCells(others[name])]);
  return Type.Object(
    { data: rows, ...others, ...Object.fromEntries(named), ...AWAY_MEMBER },
    { title: String(title) },
  );
}

const LONG_CURSOR = Type.Optional(
  Type.String({ ...PAGING.cursor, maxLength: MERGED_CURSOR_MAX_LENGTH }),
);

/** The route as a service with several cells serves it: its cursor has a place in each of them. */
export const overCells = (route: OperatorRoute): OperatorRoute =>
  MERGED_LISTS.has(route.operation_id)
    ? { ...route, query: { ...route.query, cursor: LONG_CURSOR } }
    : route;
