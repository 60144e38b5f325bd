// The columns of the list that is shown, as its person has arranged them, and the menu for it.
import { useRouterState } from '@tanstack/react-router';
import { ColumnMenu } from './column-menu.tsx';
import type { Resize } from './columns.ts';
import { useKeptLayout } from './kept.ts';
import { changed, choicesFor, type Layout } from './layout.ts';

type Named = readonly { readonly name: string; readonly label: string }[];

/** A list is known by where it is. */
const usePlace = (): string => useRouterState({ select: ({ location }) => location.pathname });

export function useArranged(columns: Named): { layout: Layout; resize: Resize } {
  const [layout, keep] = useKeptLayout(usePlace());
  const names = columns.map(({ name }) => name);
  return {
    layout,
    resize: (name, width) => keep(changed(choicesFor(names, layout), name, { width })),
  };
}

export function ArrangeColumns({ columns }: { columns: Named }) {
  const [layout, keep] = useKeptLayout(usePlace());
  const names = columns.map(({ name }) => name);
  return (
    <ColumnMenu
      choices={choicesFor(names, layout)}
      labels={new Map(columns.map(({ name, label }) => [name, label]))}
      change={keep}
    />
  );
}
