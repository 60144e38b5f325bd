// Exports over three cells: one file with the rows of all cells, each of which names its cell.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { cleanup } from '../../support/cleanup.ts';
import { readPlain } from '../../support/xlsx/plain-workbook.ts';
import { AUTHORIZATION, type OperatorService } from '../operator/operator-service.ts';
import { CELLS, openThreeCells, type ThreeCells } from './three-cells.ts';

const keep = cleanup();
let service: OperatorService;
let away: ThreeCells['away'];
/** In which the cells were filled. */
let month: string;

before(async () => {
  ({ service, away } = await openThreeCells(keep));
  month = new Date(service.app.settings.now()).toISOString().slice(0, 7);
});

/** Reports add up what the cells count, and have no rows of one cell. */
const EXPORTS = OPERATOR_ROUTES.filter(
  ({ combined, url }) => combined?.is_file === true && !url.startsWith('/reports'),
);

async function ask(named: string, cell?: string): Promise<Response> {
  const url = named.replace(':month', month);
  const headers = {
    authorization: AUTHORIZATION,
    ...(cell === undefined ? {} : { 'x-cell': cell }),
  };
  const response = await fetch(`${service.url}/operator/v1${url}`, { headers });
  equal(response.status, 200, url);
  return response;
}

async function tableOf(url: string, cell?: string): Promise<string[][]> {
  const response = await ask(url, cell);
  if (url.endsWith('.csv')) return parse(await response.text(), { bom: true });
  const rows = readPlain(Buffer.from(await response.arrayBuffer()), 0);
  return rows.map((row) => row.map(({ text, number }) => number ?? text ?? ''));
}

/** An export is itself in the trail, and how long something waits passes meanwhile. */
function untimed(url: string, [head = [], ...rows]: string[][]): string[][] {
  const passing = head.findIndex((name) => /^age/.test(name));
  const kept = url.startsWith('/audit')
    ? rows.filter((row) => !row.includes('audit_exported'))
    : rows;
  return [head, ...kept].map((row) => row.filter((_value, index) => index !== passing));
}

describe('an export over three cells', () => {
  for (const { url, operation_id } of EXPORTS) {
    it(`has what each cell has, with its name: ${operation_id}`, async () => {
      const [head = [], ...rows] = untimed(url, await tableOf(url));
      equal(head.at(-1), 'cell');
      for (const cell of CELLS) {
        const own = rows.filter((row) => row.at(-1) === cell).map((row) => row.slice(0, -1));
        const [its_head, ...its_rows] = untimed(url, await tableOf(url, cell));
        deepEqual(head.slice(0, -1), its_head);
        ok(its_rows.length > 0);
        deepEqual(own, its_rows);
      }
      equal(rows.length, rows.filter((row) => CELLS.includes(row.at(-1) ?? '')).length);
    });
  }

  it('is in the form that was asked for, and a wrong one is refused before anything is read', async () => {
    const german = await (await ask('/trades.csv?separator=semicolon&decimal=comma')).text();
    match(german, /;cell\r?\n/);
    const { status, body } = await service.ask('GET', '/trades.csv?separator=dot');
    deepEqual([status, body.code], [422, 'invalid_request']);
  });

  it('is in no audit trail if a cell is away, because nothing was given away', async () => {
    const exportsOf = async (cell: string) => {
      const headers = { 'x-cell': cell };
      const { body } = await service.ask('GET', '/audit?action=trades_exported&limit=200', {
        headers,
      });
      return Object(body).data.length;
    };
    const before = await exportsOf('east');
    away.add('west');
    const { status } = await service.ask('GET', '/trades.csv');
    away.clear();
    deepEqual([status, await exportsOf('east')], [503, before]);
  });

  it('is in the audit trail of every cell', async () => {
    await ask('/trades.csv');
    for (const cell of CELLS) {
      const { body } = await service.ask('GET', '/audit?action=trades_exported&limit=1', {
        headers: { 'x-cell': cell },
      });
      equal(Object(body).data.length, 1, cell);
    }
  });
});
