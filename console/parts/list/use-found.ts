// What somebody may choose from a list that can be long: the first rows, or those that the service
// finds by what is typed.
import { useDebouncedValue } from '@mantine/hooks';
import { readKey } from '../../api/keys.ts';
import type { Operations } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';

const PAUSE_MS = 200;
/** As many as a list of choices shows without being searched. */
export const FIRST_FOUND = 20;

export type Finder<Found> = {
  /** The operation that it asks. */
  readonly name: keyof Operations;
  /** What it asks besides what is typed. */
  readonly of?: string | undefined;
  readonly find: (typed: string, signal: AbortSignal) => Promise<readonly Found[]>;
  readonly is_allowed?: boolean;
};

export function useFound<Found>(
  { name, of, find, is_allowed = true }: Finder<Found>,
  typed: string,
) {
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const { data = [], isFetching } = useRead({
    queryKey: readKey(name, {}, 'to choose', of ?? '', asked),
    queryFn: ({ signal }) => find(asked, signal),
    enabled: is_allowed,
    placeholderData: (before: readonly Found[] | undefined) => before,
  });
  return { found: data, is_reading: isFetching || asked !== typed };
}

/** Nothing typed asks for nothing. */
export const withWords = (typed: string) => ({
  limit: FIRST_FOUND,
  ...(typed === '' ? {} : { q: typed }),
});
