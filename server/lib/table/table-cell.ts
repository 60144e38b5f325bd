// The cells of an exported table: what each value means, whatever file it is written into.

export type TableCell =
  /** A text from outside. */
  | { readonly kind: 'text'; readonly text: string | null }
  /** An id or a long number, which keeps every digit. */
  | { readonly kind: 'id'; readonly text: string | null }
  /** A number as the service writes it: digits, a point, a minus in front. */
  | { readonly kind: 'number'; readonly digits: string | null }
  /** Epoch milliseconds; the column's name says the time zone, UTC. */
  | { readonly kind: 'moment'; readonly at: number | null }
  /** The day of a moment, without its time. */
  | { readonly kind: 'day'; readonly at: number | null };

export type TableColumn<Row> = {
  readonly name: string;
  readonly cell: (row: Row) => TableCell;
};

export const textCell = (text: string | null): TableCell => ({ kind: 'text', text });
export const idCell = (text: string | null): TableCell => ({ kind: 'id', text });
export const digitsCell = (digits: string | null): TableCell => ({ kind: 'number', digits });
export const dayCell = (at: number | null): TableCell => ({ kind: 'day', at });
export const momentCell = (at: number | null): TableCell => ({ kind: 'moment', at });
