// A row of a list, with its acts at its end: they are made when somebody opens them.
import { Button, Checkbox, Group } from '@mantine/core';
import { LIST_PART_TEXTS, MASS_TEXTS } from '../../texts/parts.ts';
import { InRow } from '../moment.tsx';
import type { ShownColumn, TableProps } from './columns.ts';
import { cellClass, pinStyle, widthStyle } from './list-head.tsx';

type Props<Row> = {
  readonly row: Row;
  readonly props: TableProps<Row>;
  readonly columns: readonly ShownColumn<Row>[];
  readonly is_open: boolean;
  readonly open: (is_open: boolean) => void;
};

function Acts<Row>({ row, props: { rowActs, nameOf }, is_open, open }: Props<Row>) {
  if (rowActs === undefined) return null;
  return (
    <td className="list-acts" data-open={is_open}>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {is_open ? rowActs(row) : null}
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={is_open}
          aria-label={LIST_PART_TEXTS.acts_of(nameOf(row))}
          onClick={() => open(!is_open)}
        >
          {is_open ? '×' : '⋯'}
        </Button>
      </Group>
    </td>
  );
}

export function ListRow<Row>(given: Props<Row>) {
  const { row, props, columns } = given;
  const { keyOf, nameOf, selection } = props;
  const key = keyOf(row);
  return (
    <tr data-row={key}>
      {selection === null ? null : (
        <td className="list-select pinned" style={{ insetInlineStart: 0 }}>
          <Checkbox
            size="xs"
            aria-label={`${MASS_TEXTS.select} ${nameOf(row)}`}
            checked={selection.has(key)}
            onChange={() => selection.toggle(key, row)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.name}
          className={cellClass(column)}
          style={{ ...widthStyle(column.width), ...pinStyle(column.pinned_at) }}
        >
          <div
            className="list-cell"
            data-block={column.is_block === true}
            data-long={column.is_long === true}
            // A width that somebody chose is that of the cell's content, too.
            data-sized={column.width !== null}
          >
            <InRow value={true}>{column.cell(row)}</InRow>
          </div>
        </td>
      ))}
      <Acts {...given} />
    </tr>
  );
}
