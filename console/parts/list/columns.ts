// What a table of a list is made of: its columns, as a screen describes them and as they are shown,
// and its rows.
import type { ReactNode } from 'react';
import type { Search } from './filters.ts';
import type { Layout } from './layout.ts';
import type { Selection } from './use-selection.ts';

/** Called while the line is dragged. */
export type Resize = (name: string, width: number) => void;

export type Column<Row> = {
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their cell. */
  readonly is_number?: true;
  /** It may be long: with little room it is cut, so that the columns after it are seen. */
  readonly is_long?: true;
  /** What is in it has lines of its own, and is shown whole. */
  readonly is_block?: true;
  /** The list is sorted by it; the link turns the order around. */
  readonly sorted?: {
    readonly direction: 'ascending' | 'descending';
    readonly label: string;
    readonly search: Search;
  };
};

/** A column as it is shown: with its width, and where it stays if it is pinned. */
export type ShownColumn<Row> = Column<Row> & {
  readonly width: number | null;
  /** From the start of the table, in pixels; null: it is scrolled with the others. */
  readonly pinned_at: number | null;
};

export type TableProps<Row> = {
  /** What screen readers call it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** Undefined while they are read for the first time. */
  readonly rows: readonly Row[] | undefined;
  readonly is_reading: boolean;
  /** Null if rows cannot be selected. */
  readonly selection: Selection<Row> | null;
  readonly rowActs?: ((row: Row) => ReactNode) | undefined;
  readonly layout?: Layout;
  readonly resize?: Resize;
  /** It takes the rest of the window, and scrolls by itself. */
  readonly fits?: true;
};
