// How somebody wants a CSV file: the separator of its cells and the decimal mark of its numbers.
import type { Refusal } from '../../domain/service/refusal.ts';
import { CSV_SEPARATORS, type CsvForm, DECIMAL_MARKS } from '../../lib/table/table-csv.ts';
import { readFields } from './fields.ts';

const CSV_FORM_FIELDS = ['separator', 'decimal'] as const;
export const SEPARATOR_NAMES = Object.keys(CSV_SEPARATORS) as CsvForm['separator'][];
export const DECIMAL_NAMES = Object.keys(DECIMAL_MARKS) as CsvForm['decimal'][];

type CsvFormQuery = Partial<Record<(typeof CSV_FORM_FIELDS)[number], string>>;

export function readCsvForm(query: CsvFormQuery): CsvForm | Refusal {
  const reader = readFields({ fields: query, errors: [] }, CSV_FORM_FIELDS);
  const separator = reader.choice('separator', SEPARATOR_NAMES) ?? 'comma';
  const decimal = reader.choice('decimal', DECIMAL_NAMES) ?? 'point';
  return reader.refusal() ?? { separator, decimal };
}
