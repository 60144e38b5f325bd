// Sample files of each format of bank statements: a format without one does not compile.
import { readdirSync, readFileSync } from 'node:fs';
import type { StatementFormat } from '../../server/formats/statement/statement-format.ts';
import { PROGRAMS, writeWorkbook } from './xlsx/workbook-writer.ts';

const NAMES: Readonly<Record<Exclude<StatementFormat, 'xlsx'>, RegExp>> = {
  csv: /^standard\.csv$/,
  'camt.053': /^camt053-.*\.xml$/,
  'camt.054': /^camt054-.*\.xml$/,
  'camt.052': /^camt052-.*\.xml$/,
  mt940: /^mt940-.*\.sta$/,
  mt942: /^mt942-.*\.sta$/,
  ofx: /^ofx-.*\.ofx$/,
};

const FOLDER = new URL('../statements/', import.meta.url);

export type StatementSample = { readonly name: string; readonly bytes: Buffer };

/** The service's own layout, as each program writes it. */
const workbooks = (): StatementSample[] =>
  Object.entries(PROGRAMS).map(([name, program]) => ({
    name,
    bytes: writeWorkbook(
      [
        {
          name: 'Statement',
          rows: [
            ['booked_at', 'amount_cents', 'utr', 'text'],
            ['2026-03-05', { number: '123450' }, '412345678901', 'Order 7'],
          ],
        },
      ],
      program,
    ),
  }));

export function samplesOf(format: StatementFormat): StatementSample[] {
  if (format === 'xlsx') return workbooks();
  const names = readdirSync(FOLDER).filter((name) => NAMES[format].test(name));
  if (names.length === 0) throw new Error(`no sample of ${format}`);
  return names.sort().map((name) => ({ name, bytes: readFileSync(new URL(name, FOLDER)) }));
}
