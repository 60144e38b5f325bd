// Reads something of the service and keeps it fresh, except behind an open dialog: there it stays
// as it was when the dialog opened. So a dialog keeps its object and the version that it was opened
// on, whatever colleagues, bank lines or the clock do to the list behind it, until it asks for what
// is there now.
import {
  hashKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useIsBehindDialog, useRenewals } from './open-dialogs.ts';

export type Reading<Data> = Pick<
  UseQueryResult<Data>,
  'error' | 'refetch' | 'isFetching' | 'isLoading' | 'isPending' | 'dataUpdatedAt'
> & { readonly data: Data | undefined };

type Shown<Data> = { readonly key: string; readonly renewal: number; readonly data: Data };

export function useRead<Data>(options: UseQueryOptions<Data>): Reading<Data> {
  const { data, ...reading } = useQuery(options);
  const { error, refetch, isFetching, isLoading, isPending, dataUpdatedAt } = reading;
  const is_behind = useIsBehindDialog();
  const shown = useRef<Shown<Data> | null>(null);
  const key = hashKey(options.queryKey);
  const renewal = useRenewals();
  // What could not be read again is no reason to take the dialog away.
  const is_fresh = shown.current?.renewal === renewal || error !== null;
  const held = is_behind && is_fresh && shown.current?.key === key ? shown.current : null;
  useLayoutEffect(() => {
    // What is first read behind the dialog is kept from then on.
    if (held === null) shown.current = data === undefined ? null : { key, renewal, data };
  });
  return {
    data: held === null ? data : held.data,
    // A list that cannot be read again takes no dialog away, with what was typed in it.
    error: held === null ? error : null,
    refetch,
    isFetching,
    isLoading,
    isPending,
    dataUpdatedAt,
  };
}
