// The table of a list: real rows, a place for each while they are read, a box to select each, its
// acts at its end. Columns stand as the person has arranged them; the head stays in sight.
import { Box, Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { type SyntheticEvent, useRef, useState } from 'react';
import { LIST_PART_TEXTS, MASS_TEXTS } from '../../texts/parts.ts';
import type { Column, ShownColumn, TableProps } from './columns.ts';
import { useFittedHeight } from './fitted-height.ts';
import { useDensity } from './kept.ts';
import { type ColumnChoice, choicesFor, shownChoices, widthOf } from './layout.ts';
import { ListHead } from './list-head.tsx';
import { ListRow } from './list-row.tsx';
import { useRowKeys } from './row-keys.ts';
import './list.css';

const WAITING_ROWS = 8;
const SELECT_PX = 36;

/** The first one says what they are; the others would only say it again. */
function Waiting({ columns }: { columns: number }) {
  return Array.from({ length: WAITING_ROWS }, (_none, row) => (
    <tr key={`waiting ${String(row)}`} aria-hidden={row === 0 ? undefined : true}>
      <td colSpan={columns}>
        {row === 0 ? <VisuallyHidden>{LIST_PART_TEXTS.rows_come}</VisuallyHidden> : null}
        <Skeleton height={18} />
      </td>
    </tr>
  ));
}

function SelectAll<Row>({ keyOf, rows = [], selection }: TableProps<Row>) {
  if (selection === null) return null;
  const all = rows.length > 0 && rows.every((row) => selection.has(keyOf(row)));
  return (
    <th className="list-select pinned" style={{ insetInlineStart: 0 }}>
      <Checkbox
        size="xs"
        aria-label={MASS_TEXTS.select_all}
        checked={all}
        indeterminate={!all && selection.rows.length > 0}
        onChange={() => selection.set(all ? [] : rows.map((row) => [keyOf(row), row]))}
      />
    </th>
  );
}

function placed<Row>(
  columns: readonly Column<Row>[],
  choices: readonly ColumnChoice[],
  start: number,
): readonly ShownColumn<Row>[] {
  let at = start;
  return choices.flatMap((choice) => {
    const column = columns.find(({ name }) => name === choice.name);
    if (column === undefined) return [];
    const width = widthOf(choice);
    const pinned_at = choice.is_pinned ? at : null;
    at += width ?? 0;
    return [{ ...column, width, pinned_at }];
  });
}

/** What does not fit into its cell is its title. */
function nameWhatIsCut({ target }: SyntheticEvent): void {
  const cell = target instanceof Element ? target.closest('.list-cell') : null;
  if (!(cell instanceof HTMLElement)) return;
  const is_cut = cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight;
  if (is_cut) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

export function ListTable<Row>(props: TableProps<Row>) {
  const { label, columns, keyOf, rows, is_reading, selection, rowActs, layout = [] } = props;
  const area = useRef<HTMLDivElement>(null);
  const [density] = useDensity();
  const [open_row, openRow] = useState<string | null>(null);
  useFittedHeight(area);
  useRowKeys(area, {
    openRow: rowActs === undefined ? null : openRow,
    has_boxes: selection !== null,
  });
  const names = columns.map(({ name }) => name);
  const choices = shownChoices(choicesFor(names, layout));
  const shown = placed(columns, choices, selection === null ? 0 : SELECT_PX);
  const others = (selection === null ? 0 : 1) + (rowActs === undefined ? 0 : 1);
  return (
    <Box
      ref={area}
      role="group"
      className="list-scroll"
      data-fits={props.fits === true}
      // Whoever has no mouse scrolls it by keys.
      tabIndex={0}
      aria-label={label}
    >
      <table className="list-table" data-density={density} aria-busy={is_reading}>
        <thead>
          <tr>
            <SelectAll {...props} />
            {shown.map((column) => (
              <ListHead key={column.name} column={column} resize={props.resize} />
            ))}
            {rowActs === undefined ? null : (
              <th className="list-acts">
                <VisuallyHidden>{LIST_PART_TEXTS.acts}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody onMouseOver={nameWhatIsCut} onFocus={nameWhatIsCut}>
          {rows === undefined ? <Waiting columns={shown.length + others} /> : null}
          {rows?.map((row) => (
            <ListRow
              key={keyOf(row)}
              row={row}
              props={props}
              columns={shown}
              is_open={open_row === keyOf(row)}
              open={(is_open) => openRow(is_open ? keyOf(row) : null)}
            />
          ))}
        </tbody>
      </table>
    </Box>
  );
}
