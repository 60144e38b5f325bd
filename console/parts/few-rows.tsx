// A table that may have hundreds of rows shows the first ones, and all when somebody asks: drawing
// a thousand of them takes seconds.
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { COMMON_TEXTS } from '../texts/common.ts';

const FEW = 20;

/** `more` is the button below the table; null if all are shown. */
export function useFewRows<Row>(rows: readonly Row[]): { shown: readonly Row[]; more: ReactNode } {
  const [all, setAll] = useState(false);
  if (all || rows.length <= FEW) return { shown: rows, more: null };
  const more = (
    <div>
      <Button variant="default" size="xs" onClick={() => setAll(true)}>
        {COMMON_TEXTS.show_all(rows.length)}
      </Button>
    </div>
  );
  return { shown: rows.slice(0, FEW), more };
}
