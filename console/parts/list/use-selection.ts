// The selected rows of a list. They stay selected while the list is read again; another page or
// filter begins anew.
import { useState } from 'react';

export type Selection<Row> = {
  readonly rows: readonly Row[];
  has(key: string): boolean;
  toggle(key: string, row: Row): void;
  /** Selects exactly these. */
  set(rows: readonly (readonly [key: string, row: Row])[]): void;
};

export function useSelection<Row>(list: string): Selection<Row> {
  const [kept, keep] = useState({ list, rows: new Map<string, Row>() });
  const rows = kept.list === list ? kept.rows : new Map<string, Row>();
  return {
    rows: [...rows.values()],
    has: (key) => rows.has(key),
    toggle(key, row) {
      const next = new Map(rows);
      if (!next.delete(key)) next.set(key, row);
      keep({ list, rows: next });
    },
    set: (entries) => keep({ list, rows: new Map(entries) }),
  };
}
