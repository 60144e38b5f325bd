// One bank line with everything that is known about it now.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readOf } from '../../../api/keys.ts';
import { useRead } from '../../../api/use-read.ts';

const lineQuery = (id: string) => readOf('getBankLine', { path: { id } });

export const useLine = (id: string) => useRead(lineQuery(id));

/** The line that will be asked for next is read ahead, so that its keys work at once. */
export function useLineAhead(id: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id !== undefined) void client.prefetchQuery(lineQuery(id));
  }, [client, id]);
}
