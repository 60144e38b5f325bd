// The table of a list: real rows, a place for each while they are read, and a box to select each.
import { Checkbox, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { TEXTS } from '../../texts/en.ts';
import { AnchorLink } from '../links.tsx';
import type { Search } from './filters.ts';
import type { Selection } from './use-selection.ts';

export type Column<Row> = {
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their cell. */
  readonly is_number?: true;
  /** The list is sorted by it; the link turns the order around. */
  readonly sorted?: {
    readonly direction: 'ascending' | 'descending';
    readonly label: string;
    readonly search: Search;
  };
};

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** Undefined while they are read for the first time. */
  readonly rows: readonly Row[] | undefined;
  readonly is_reading: boolean;
  /** Null if rows cannot be selected. */
  readonly selection: Selection<Row> | null;
};

const WAITING_ROWS = 8;

function SelectAll<Row>({ keyOf, rows = [], selection }: Props<Row>) {
  if (selection === null) return null;
  const all = rows.length > 0 && rows.every((row) => selection.has(keyOf(row)));
  return (
    <Table.Th w={40}>
      <Checkbox
        aria-label={TEXTS.mass.select_all}
        checked={all}
        indeterminate={!all && selection.rows.length > 0}
        onChange={() => selection.set(all ? [] : rows.map((row) => [keyOf(row), row]))}
      />
    </Table.Th>
  );
}

function Head<R>({ label, is_number, sorted }: Column<R>) {
  return (
    <Table.Th
      className={is_number === true ? 'number' : undefined}
      {...(sorted === undefined ? {} : { 'aria-sort': sorted.direction })}
    >
      {sorted === undefined ? (
        label
      ) : (
        <AnchorLink to="." search={sorted.search} title={sorted.label} inherit>
          {label} {sorted.direction === 'ascending' ? '↑' : '↓'}
        </AnchorLink>
      )}
    </Table.Th>
  );
}

/** The first one says what they are; the others would only say it again. */
function Waiting({ columns }: { columns: number }) {
  return Array.from({ length: WAITING_ROWS }, (_none, row) => (
    <Table.Tr key={`waiting ${String(row)}`} aria-hidden={row === 0 ? undefined : true}>
      <Table.Td colSpan={columns}>
        {row === 0 ? <VisuallyHidden>{TEXTS.list.rows_come}</VisuallyHidden> : null}
        <Skeleton height={18} />
      </Table.Td>
    </Table.Tr>
  ));
}

function Row<Row>({ row, props }: { row: Row; props: Props<Row> }) {
  const { columns, keyOf, nameOf, selection } = props;
  const key = keyOf(row);
  return (
    <Table.Tr>
      {selection === null ? null : (
        <Table.Td>
          <Checkbox
            aria-label={`${TEXTS.mass.select} ${nameOf(row)}`}
            checked={selection.has(key)}
            onChange={() => selection.toggle(key, row)}
          />
        </Table.Td>
      )}
      {columns.map(({ name, cell, is_number }) => (
        <Table.Td key={name} className={is_number === true ? 'number' : undefined}>
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

export function ListTable<R>(props: Props<R>) {
  const { columns, keyOf, rows, is_reading, selection } = props;
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-busy={is_reading}>
        <Table.Thead>
          <Table.Tr>
            <SelectAll {...props} />
            {columns.map((column) => (
              <Head key={column.name} {...column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows === undefined ? (
            <Waiting columns={columns.length + (selection === null ? 0 : 1)} />
          ) : (
            rows.map((row) => <Row key={keyOf(row)} row={row} props={props} />)
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
