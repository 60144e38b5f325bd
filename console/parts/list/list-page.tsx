// A list of the service: filters in the address, a page at a time, acts on the selected rows.
import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Reading, useRead } from '../../api/use-read.ts';
import { LIST_PART_TEXTS, MASS_TEXTS } from '../../texts/parts.ts';
import { AnchorLink, ButtonLink } from '../links.tsx';
import { useLive } from '../live/live.tsx';
import { ProblemNote } from '../problem.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import type { ViewList } from '../views/view-places.ts';
import { ArrangeColumns, useArranged } from './arrange-columns.tsx';
import type { Column } from './columns.ts';
import { FilterBar } from './filter-bar.tsx';
import type { Filter, Search } from './filters.ts';
import { ListTable } from './list-table.tsx';
import { type Selection, useSelection } from './use-selection.ts';

type Page<Row> = { readonly data: readonly Row[]; readonly next_cursor: string | null };

type ListQuery<Row> = {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Page<Row>>;
};

type ListPageProps<Row> = {
  /** Of which its views are kept. */
  readonly list: ViewList;
  readonly title: string;
  readonly search: Search;
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** How people call a row: for the box that selects it. */
  readonly nameOf: (row: Row) => string;
  /** What it reads: of an operation, with the filters. Null: of what is not chosen yet. */
  readonly query: ListQuery<Row> | null;
  /** What to do if there is nothing yet, or nothing chosen. */
  readonly empty: string;
  /** Beside the title. */
  readonly acts?: ReactNode;
  /** Between title and filters. */
  readonly tabs?: ReactNode;
  /** Acts on the selected rows; with this, rows can be selected. */
  readonly massActs?: (selected: readonly Row[]) => ReactNode;
  /** How often the list is read again by itself. */
  readonly every_ms?: number;
};

function Pager({ search, next }: { search: Search; next: string | null }) {
  const { cursor, ...first } = search;
  if (cursor === undefined && next === null) return null;
  return (
    <Group gap="xs">
      {cursor === undefined ? null : (
        <AnchorLink to="." search={first}>
          {LIST_PART_TEXTS.first_page}
        </AnchorLink>
      )}
      {next === null ? null : (
        <ButtonLink to="." search={{ ...first, cursor: next }} variant="default" size="xs">
          {LIST_PART_TEXTS.next_page}
        </ButtonLink>
      )}
    </Group>
  );
}

function Content<Row>({
  list,
  props,
  selection,
}: {
  list: Reading<Page<Row>>;
  props: ListPageProps<Row>;
  selection: Selection<Row> | null;
}) {
  const { title, columns, keyOf, nameOf, search, empty, filters, massActs } = props;
  const { layout, resize } = useArranged(columns);
  if (props.query === null) return <Text c="dimmed">{empty}</Text>;
  if (list.error !== null && list.data === undefined) {
    return <ProblemNote error={list.error} retry={() => void list.refetch()} />;
  }
  const is_filtered = filters.some(({ name }) => search[name] !== undefined);
  const rows = list.data?.data;
  return (
    <>
      {list.error === null ? null : <ProblemNote error={list.error} />}
      <ListTable
        label={title}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        rows={rows}
        is_reading={list.isFetching}
        selection={selection}
        // The acts on many rows are those on one.
        rowActs={massActs === undefined ? undefined : (row) => massActs([row])}
        layout={layout}
        resize={resize}
        fits
      />
      {rows?.length === 0 ? (
        <Text c="dimmed" my="xs">
          {is_filtered ? LIST_PART_TEXTS.none_fits : empty}
        </Text>
      ) : null}
    </>
  );
}

/** Rows that have left the list since they were selected are acted on by nobody. */
function stillListed<Row>(
  selected: readonly Row[],
  listed: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
): readonly Row[] {
  if (listed === undefined) return selected;
  const keys = new Set(listed.map(keyOf));
  return selected.filter((row) => keys.has(keyOf(row)));
}

/** No operation is asked, so the key is of none. */
const NO_KEY: readonly unknown[] = ['nothing'];
const NOTHING = { queryKey: NO_KEY, queryFn: () => Promise.reject(new Error('Not asked')) };

/** Of the same thing: only its filters or its page differ. */
function isOfSame(key: readonly unknown[], other: readonly unknown[] | undefined): boolean {
  const thing = ([, name, asked]: readonly unknown[]) =>
    JSON.stringify([name, (asked as { path?: unknown } | undefined)?.path]);
  return other !== undefined && thing(key) === thing(other);
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, search, filters, query, acts, tabs, massActs, every_ms, columns } = props;
  const { body, stale_since } = useLive();
  const is_live = body !== null && stale_since === null;
  const asked = query ?? NOTHING;
  const list = useRead<Page<Row>>({
    ...asked,
    enabled: query !== null,
    // The page before stays until the next one is there.
    placeholderData: (before, last) =>
      isOfSame(asked.queryKey, last?.queryKey) ? before : undefined,
    // Read again when the stream tells of a change; by the clock only while there is no stream.
    refetchInterval: every_ms === undefined || is_live ? false : every_ms,
    meta: { live: every_ms !== undefined },
  });
  const selection = useSelection<Row>(JSON.stringify(search));
  const selected = stillListed(selection.rows, list.data?.data, props.keyOf);
  const is_bare = tabs === undefined && filters.length === 0;
  return (
    <>
      <Group justify="space-between" mb={is_bare ? 'xs' : 0}>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Group gap="xs">
          <SavedViews list={props.list} search={search} />
          {acts}
          <ArrangeColumns columns={columns} />
        </Group>
      </Group>
      {tabs}
      <FilterBar filters={filters} search={search} />
      <Content list={list} props={props} selection={massActs === undefined ? null : selection} />
      <Group className="list-foot" gap="xs" justify="space-between">
        <Pager search={search} next={list.data?.next_cursor ?? null} />
        {massActs === undefined ? null : (
          <Group gap="xs" ms="auto">
            <Text size="sm" aria-live="polite">
              {MASS_TEXTS.selected(selected.length)}
            </Text>
            {massActs(selected)}
          </Group>
        )}
      </Group>
    </>
  );
}
