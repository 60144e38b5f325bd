// Routes of the operator API: the cells that the service is divided into, and what is wrong with
// them.
import {
  type CellBody,
  type CheckedCellBody,
  checkCells,
  listCells,
} from '../../../app/cell/look-at-cells.ts';
import { MEASURED_DAYS } from '../../../app/cell/place-merchant.ts';
import { flag, integerOrNull, list, momentOrNull, shape, text } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const NOT_KNOWN = 'null: the cell is away';

const CellSchema = shape<CellBody>('Cell', {
  name: text('As CELLS names it, and the header X-Cell'),
  is_control: flag('The cell with people, tokens, bands, currencies and rates for all'),
  is_away: flag('Its database does not answer, or not in time'),
  away_since: momentOrNull(
    'When it last answered this process, or when this process began to look for it',
  ),
  migrations_applied: integerOrNull(`How many its schema has; ${NOT_KNOWN}`),
  migrations_known: integerOrNull(`How many this release has; ${NOT_KNOWN}`),
  merchants: integerOrNull(`Without the house’s own; ${NOT_KNOWN}`),
  recent_orders: integerOrNull(
    `Of ${MEASURED_DAYS} days: a new merchant goes where they are fewest; ${NOT_KNOWN}`,
  ),
});

const CheckedCellSchema = shape<CheckedCellBody>('CheckedCell', {
  name: text('As CELLS names it'),
  ok: flag('Nothing is wrong with it'),
  problems: list(text(), { description: 'Each as a sentence that says what to do' }),
});

export const CELL_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/cells',
    operation_id: 'listCells',
    right: 'alerts.read',
    tag: 'Alerts',
    summary: 'The cells of the service: which are away, and how full the others are',
    description: 'Read at the moment of the request. Empty for a service with one database.',
    answer: shape<Awaited<ReturnType<typeof listCells>>>('Cells', {
      data: list(CellSchema, { description: 'In the order of CELLS, the control cell first' }),
    }),
    handle: ({ cells }) => listCells(cells),
  }),
  route({
    method: 'GET',
    url: '/cells/check',
    operation_id: 'checkCells',
    right: 'alerts.read',
    tag: 'Alerts',
    summary: 'Check each cell: is it the one that is meant, up to date, and on time',
    description:
      'Compares each cell’s identity with CELLS, its migrations with this release, its copy of ' +
      'the control cell’s settings with those, and its database’s clock with the control ' +
      'cell’s. Nothing changes. A cell that is away is a problem; the others are checked.',
    answer: shape<Awaited<ReturnType<typeof checkCells>>>('CheckedCells', {
      ok: flag('Nothing is wrong with any cell; also if the service has one database'),
      data: list(CheckedCellSchema, { description: 'In the order of CELLS' }),
    }),
    handle: ({ cells }) => checkCells(cells),
  }),
];
