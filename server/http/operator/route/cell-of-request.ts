// The cell in which an operator's request is carried out: that of the merchant or the account that
// it names, or the one that its header X-Cell names. Two that disagree are refused.
import {
  type FoundCell,
  findCell,
  type HasIt,
  hasAccount,
  hasMerchant,
  type ServedCells,
} from '../../../app/cell/cells.ts';
import { findObject, type NamedObjects, objectKind } from '../../../app/cell/find-object.ts';
import { refuseActsIn } from '../../../app/cell/open-for-acts.ts';
import { leastLoadedCell } from '../../../app/cell/place-merchant.ts';
import type { App } from '../../../app/process/app.ts';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import type { RawFields } from '../../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../../domain/service/refusal.ts';
import { isRecord } from '../../../lib/is-record.ts';
import { parseUuid } from '../../../lib/uuid.ts';
import { cellsAway } from '../../error/reply.ts';
import { type CellScope, cellScopeOf } from './cell-scopes.ts';
import type { OperatorRoute } from './route.ts';

export type AskedOfCells = {
  readonly route: Pick<OperatorRoute, 'operation_id' | 'url' | 'method'>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly fields: RawFields;
  /** The people of a merchant have nothing outside of their merchant's cell. */
  readonly caller: Pick<OperatorCaller, 'merchant_id'>;
  /** X-Cell. */
  readonly cell: string | undefined;
};

/** More than any list of a request may have. */
const ROWS_MOST = 1_000;

const idsOf = (value: unknown): readonly string[] =>
  [value].flat().flatMap((one) => {
    const id = typeof one === 'string' ? parseUuid(one) : null;
    return id === null ? [] : [id];
  });

/** Of a list in the body, which nobody has checked yet; more than a list may have are refused. */
const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.slice(0, ROWS_MOST).filter(isRecord) : [];

/** The merchants and accounts that the request names, as what a cell may have. */
function namedBy(asked: AskedOfCells): HasIt[] {
  const {
    route,
    params,
    query,
    caller,
    fields: { fields },
  } = asked;
  const of_merchant = route.url.startsWith('/merchants/:id') ? params.id : undefined;
  const of_account = route.url.startsWith('/receiving_accounts/:id') ? params.id : undefined;
  const merchants = [
    ...[of_merchant, params.merchant_id, query.merchant_id, fields.merchant_id],
    ...[caller.merchant_id, ...rowsOf(fields.payouts).map(({ merchant_id }) => merchant_id)],
  ];
  const accounts = [
    ...[of_account, query.receiving_account_id],
    ...[fields.receiving_account_id, fields.receiving_account_ids],
  ];
  return [
    ...[...new Set(merchants.flatMap(idsOf))].map(hasMerchant),
    ...accounts.flatMap(idsOf).map(hasAccount),
  ];
}

/** What the request names by its id alone; null if there is none. */
function objectsNamedBy({ route: { url }, params, fields }: AskedOfCells): NamedObjects | null {
  const [, first = '', second] = url.split('/');
  const kind = objectKind(first);
  if (kind === null) return null;
  const decided = rowsOf(fields.fields.decisions).map(({ bank_line_id }) => bank_line_id);
  const ids = [...new Set((second === ':id' ? [params.id] : decided).flatMap(idsOf))];
  return ids.length === 0 ? null : { kind, ids };
}

type Place = Extract<FoundCell, { kind: 'cell' }>;

const namesOf = ({ all }: ServedCells): string => all.map(({ name }) => name).join(', ');

function headersCell(cells: ServedCells, name: string): Place | Refusal {
  const cell = cells.all.find((one) => one.name === name);
  if (cell === undefined) {
    return refuse('not_found', `There is no such cell: X-Cell is one of ${namesOf(cells)}.`);
  }
  const app = cell.app();
  return app === null ? cellsAway([cell.name]) : { kind: 'cell', name: cell.name, app };
}

const differs = (one: string, other: string): Refusal =>
  refuse(
    'not_found',
    `What the request names is in the cell ${one}, and not in ${other}: nothing spans two cells.`,
  );

/** Null if the request names nothing that any cell has. */
async function namedCell(cells: ServedCells, asked: AskedOfCells): Promise<Place | Refusal | null> {
  let place: Place | null = null;
  const objects = objectsNamedBy(asked);
  const looks = namedBy(asked).map((has) => () => findCell(cells, has));
  if (objects !== null) looks.push(() => findObject(cells, objects));
  for (const look of looks) {
    const found = await look();
    if (found.kind === 'away') return cellsAway(found.names);
    if (found.kind === 'several') return differs(found.names[0] ?? '', found.names[1] ?? '');
    if (found.kind === 'nowhere') continue;
    if (place !== null && place.name !== found.name) return differs(place.name, found.name);
    place = found;
  }
  return place;
}

const notOverAll = (cells: ServedCells, { operation_id }: AskedOfCells['route']): Refusal =>
  refuse(
    'invalid_request',
    `${operation_id} is not yet answered over all cells: name a merchant or an account, or one ` +
      `cell with the header X-Cell (${namesOf(cells)}).`,
  );

const NOT_YET: Readonly<Record<'control' | 'refused', (operation: string) => string>> = {
  control: (operation) =>
    `${operation} is for merchants and accounts of the control cell only, so far.`,
  refused: (operation) => `${operation} is not yet there for a service with several cells.`,
};

/** What settings say where it is. */
const OF_ONE = { merchants: true, receiving_accounts: true };

/** Nothing names one cell, and the operation is answered over all of them. */
const ALL_CELLS = { kind: 'all' } as const;

/** Its address names one thing, which no cell has. */
function isOfOne({ route: { url } }: AskedOfCells): boolean {
  const [, first = '', second] = url.split('/');
  const names_one = second === ':id' && (first in OF_ONE || objectKind(first) !== null);
  return names_one || url.includes('/:merchant_id');
}

type Way = (
  cells: ServedCells,
  asked: AskedOfCells,
) => Promise<Place | typeof ALL_CELLS | Refusal | null>;

const onlyNamed = async (cells: ServedCells, asked: AskedOfCells) => {
  const by_header = asked.cell === undefined ? null : headersCell(cells, asked.cell);
  if (by_header !== null && isRefusal(by_header)) return by_header;
  const place = await namedCell(cells, asked);
  if (place === null) return by_header;
  if (isRefusal(place) || by_header === null || by_header.name === place.name) return place;
  return differs(place.name, by_header.name);
};

/** Null: the control cell. */
const WAYS: Readonly<Record<CellScope, Way>> = {
  async control(cells, asked) {
    const place = await namedCell(cells, asked);
    if (place === null || isRefusal(place) || place.app === cells.control) return place;
    return refuse('invalid_request', NOT_YET.control(asked.route.operation_id));
  },
  named: async (cells, asked) =>
    (await onlyNamed(cells, asked)) ??
    (isOfOne(asked) ? refuseUnknown() : notOverAll(cells, asked.route)),
  merged: async (cells, asked) => (await onlyNamed(cells, asked)) ?? ALL_CELLS,
  combined: async (cells, asked) => (await onlyNamed(cells, asked)) ?? ALL_CELLS,
  async placed(cells, asked) {
    if (asked.cell !== undefined) return headersCell(cells, asked.cell);
    return await leastLoadedCell(cells);
  },
  refused: (_cells, { route }) =>
    Promise.resolve(refuse('invalid_request', NOT_YET.refused(route.operation_id))),
};

const isRead = ({ method }: AskedOfCells['route']): boolean => method === 'GET';

/** The use cases of the cell; null: those of the control cell. */
export async function cellOfRequest(
  cells: ServedCells,
  asked: AskedOfCells,
): Promise<App | typeof ALL_CELLS | Refusal | null> {
  const place = await WAYS[cellScopeOf(asked.route.operation_id)](cells, asked);
  if (place === null || isRefusal(place) || place.kind === 'all') return place;
  if (place.app === cells.control) return null;
  if (isRead(asked.route) || asked.route.operation_id === 'adoptCopy') return place.app;
  return (await refuseActsIn(cells, place)) ?? place.app;
}
