// Starts reads for a screen that is on its way: what is kept, the screen itself makes fresh.
import { queries } from './queries.ts';

export type StartedRead = {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<unknown>;
};

export function startReads(reads: readonly StartedRead[]): void {
  for (const read of reads) {
    if (queries.getQueryData(read.queryKey) === undefined) void queries.prefetchQuery(read);
  }
}
