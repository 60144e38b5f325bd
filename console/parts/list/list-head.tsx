// The head of a column: its name, the order of the list, and the line that makes it wider.
import type { PointerEvent } from 'react';
import { AnchorLink } from '../links.tsx';
import type { Resize, ShownColumn } from './columns.ts';

/** Follows the pointer until it is let go, also outside of the line. */
function drag(event: PointerEvent<HTMLElement>, resize: (width: number) => void): void {
  const line = event.currentTarget;
  const head = line.closest('th');
  if (head === null) return;
  event.preventDefault();
  line.setPointerCapture(event.pointerId);
  const begin = { x: event.clientX, width: head.getBoundingClientRect().width };
  const sign = getComputedStyle(head).direction === 'rtl' ? -1 : 1;
  const follow = ({ clientX }: globalThis.PointerEvent) =>
    resize(begin.width + sign * (clientX - begin.x));
  const end = () => {
    line.removeEventListener('pointermove', follow);
    line.removeEventListener('lostpointercapture', end);
  };
  line.addEventListener('pointermove', follow);
  line.addEventListener('lostpointercapture', end);
}

export const widthStyle = (width: number | null) =>
  width === null ? {} : { inlineSize: width, minInlineSize: width, maxInlineSize: width };

/** Where a pinned cell stays. */
export const pinStyle = (pinned_at: number | null) =>
  pinned_at === null ? {} : { insetInlineStart: pinned_at };

export const cellClass = (column: { is_number?: true; pinned_at: number | null }): string =>
  `${column.is_number === true ? 'number' : ''} ${column.pinned_at === null ? '' : 'pinned'}`.trim();

export function ListHead<Row>({
  column,
  resize,
}: {
  column: ShownColumn<Row>;
  resize: Resize | undefined;
}) {
  const { name, label, sorted, width, pinned_at } = column;
  return (
    <th
      className={cellClass(column)}
      style={{ ...widthStyle(width), ...pinStyle(pinned_at) }}
      {...(sorted === undefined ? {} : { 'aria-sort': sorted.direction })}
    >
      {sorted === undefined ? (
        label
      ) : (
        <AnchorLink to="." search={sorted.search} title={sorted.label} inherit>
          {label} {sorted.direction === 'ascending' ? '↑' : '↓'}
        </AnchorLink>
      )}
      {resize === undefined ? null : (
        <span
          aria-hidden
          className="list-resize"
          onPointerDown={(event) => drag(event, (wide) => resize(name, wide))}
        />
      )}
    </th>
  );
}
