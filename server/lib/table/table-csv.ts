// An exported table as CSV, with the separator and decimal mark that the reader's program wants.
import { csvCell, csvId, csvText } from '../csv-text.ts';
import type { TableCell, TableColumn } from './table-cell.ts';

export const CSV_SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export const DECIMAL_MARKS = { point: '.', comma: ',' } as const;

export type CsvForm = {
  readonly separator: keyof typeof CSV_SEPARATORS;
  readonly decimal: keyof typeof DECIMAL_MARKS;
};

const LINE_END = '\r\n';
const DAY_LENGTH = '2026-03-05'.length;
/** Without it Excel takes the file for one in the encoding of its country. */
const BYTE_ORDER_MARK = '\ufeff';

function written(cell: TableCell, { separator, decimal }: CsvForm): string {
  const mark = CSV_SEPARATORS[separator];
  switch (cell.kind) {
    case 'text':
      return csvText(cell.text, mark);
    case 'id':
      return csvId(cell.text, mark);
    case 'number':
      return csvCell((cell.digits ?? '').replace('.', DECIMAL_MARKS[decimal]), mark);
    case 'moment':
      return cell.at === null ? '' : new Date(cell.at).toISOString();
    case 'day':
      return cell.at === null ? '' : new Date(cell.at).toISOString().slice(0, DAY_LENGTH);
  }
}

/** Separators other than the comma are for spreadsheets, which need to be told the encoding. */
export function tableCsvHead(columns: readonly TableColumn<never>[], form: CsvForm): string {
  const mark = CSV_SEPARATORS[form.separator];
  // Of some tables people choose the names.
  const names = columns.map(({ name }) => csvText(name, mark)).join(mark);
  return `${form.separator === 'comma' ? '' : BYTE_ORDER_MARK}${names}${LINE_END}`;
}

export function tableCsvRow<Row>(
  columns: readonly TableColumn<Row>[],
  row: Row,
  form: CsvForm,
): string {
  const cells = columns.map(({ cell }) => written(cell(row), form));
  return cells.join(CSV_SEPARATORS[form.separator]) + LINE_END;
}
