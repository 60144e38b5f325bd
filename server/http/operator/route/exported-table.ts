// Exports of tables: of one cell, or of all cells in one file, which names the cell of each row in
// its last column.
import type { CellAnswer } from '../../../app/cell/ask-all.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { textCell } from '../../../lib/table/table-cell.ts';
import type { FileAnswer } from '../../transport/file-answer.ts';
import type { ExportedTable } from '../../transport/table-file.ts';
import { combined } from './combined-answer.ts';
import type { Call, OperatorRoute } from './route.ts';

type OfCell<Row> = { readonly cell: string; readonly row: Row };

async function* rowsOfCells<Row>(tables: readonly CellAnswer<ExportedTable<Row>>[]) {
  for (const { cell, answer } of tables) {
    for await (const page of answer.pages) yield page.map((row) => ({ cell, row }));
  }
}

/** One cell after another, each in its own order. */
function tableOfCells<Row>([first, ...others]: readonly [
  CellAnswer<ExportedTable<Row>>,
  ...CellAnswer<ExportedTable<Row>>[],
]): ExportedTable<OfCell<Row>> {
  const columns = first.answer.columns.map(({ name, cell }) => ({
    name,
    cell: ({ row }: OfCell<Row>) => cell(row),
  }));
  const named = { name: 'cell', cell: ({ cell }: OfCell<Row>) => textCell(cell) };
  return { columns: [...columns, named], pages: rowsOfCells([first, ...others]) };
}

type Export<Row> = {
  /** Refuses what the file needs beside its table, such as the form of its numbers. */
  check?(call: Call): Refusal | null;
  table(call: Call): Promise<ExportedTable<Row> | Refusal>;
  file<Any>(table: ExportedTable<Any>, call: Call): FileAnswer;
};

/** The members of a route that exports a table. */
export function exportOf<Row>({
  check = () => null,
  table,
  file,
}: Export<Row>): Pick<OperatorRoute, 'combined' | 'handle'> {
  return {
    combined: combined<ExportedTable<Row>>({
      is_file: true,
      begin: (call) => Promise.resolve(check(call) ?? call),
      ask: table,
      join: (tables, call) => file(tableOfCells(tables), call),
    }),
    async handle(call) {
      const refused = check(call);
      if (refused !== null) return refused;
      const made = await table(call);
      return isRefusal(made) ? made : file(made, call);
    },
  };
}
