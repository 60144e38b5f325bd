// The keys of a list: to the next row, to the one before, its box, its acts.
import type { RefObject } from 'react';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { useScreenKeys } from '../keys/screen-keys.ts';

type Has = {
  /** Null: its rows have no acts. */
  readonly openRow: ((key: string) => void) | null;
  readonly has_boxes: boolean;
};

const FIRST_OF_ROW = 'a, input, button';

export function useRowKeys(area: RefObject<HTMLElement | null>, { openRow, has_boxes }: Has): void {
  const rows = () => [...(area.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
  const current = () => rows().find((row) => row.contains(document.activeElement));
  const go = (by: 1 | -1) => {
    const all = rows();
    const here = current();
    const outside = by === 1 ? -1 : all.length;
    const at = here === undefined ? outside : all.indexOf(here);
    const next = all[at + by];
    // The link, which Enter opens; the box if there is none.
    const target = next?.querySelector<HTMLElement>('a') ?? next?.querySelector(FIRST_OF_ROW);
    if (target instanceof HTMLElement) target.focus();
  };
  const press = (selector: string) => () =>
    current()?.querySelector<HTMLElement>(selector)?.click();
  const goToMoment = () => {
    const moments = [...(current()?.querySelectorAll<HTMLElement>('time[tabindex]') ?? [])];
    const here = moments.findIndex((moment) => moment.matches(':focus'));
    (moments[here + 1] ?? moments[0])?.focus();
  };
  useScreenKeys([
    { key: 'j', label: LIST_PART_TEXTS.keys.next, press: () => go(1) },
    { key: 'k', label: LIST_PART_TEXTS.keys.before, press: () => go(-1) },
    { key: 'w', label: LIST_PART_TEXTS.keys.moments, press: goToMoment },
    ...(has_boxes
      ? [{ key: 'x', label: LIST_PART_TEXTS.keys.select, press: press('input[type=checkbox]') }]
      : []),
    ...(openRow === null
      ? []
      : [
          {
            key: '.',
            label: LIST_PART_TEXTS.keys.acts,
            press: () => {
              const key = current()?.dataset.row;
              if (key !== undefined) openRow(key);
            },
          },
        ]),
  ]);
}
