// The options for a text: what the console knows at once, and what the service finds for it.
import { useDebouncedValue } from '@mantine/hooks';
import { readKey } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { useOfferedKeys } from '../../parts/keys/screen-keys.ts';
import { isLost } from '../../parts/keys/use-chosen.ts';
import { readRecent } from '../../parts/recent/recent.ts';
import type { Can } from '../../screens/search/find-all.ts';
import { useSession } from '../../session/session.tsx';
import { PLACES, TASKS } from '../places.ts';
import { type FoundOptions, type OptionGroup, optionsFor } from './options.ts';

/** Whoever types is not asked for at each letter. */
const PAUSE_MS = 200;
const LEAST_LETTERS = 2;

/** How results are named is loaded with the first of them: no page starts with it. */
async function find(q: string, can: Can, signal: AbortSignal): Promise<readonly FoundOptions[]> {
  const [{ findAll }, { groupsOf, reasonsOf }] = await Promise.all([
    import('../../screens/search/find-all.ts'),
    import('../../screens/search/results.ts'),
  ]);
  const groups = groupsOf(q, await findAll(q, can, signal));
  return groups.map(({ kind, results }) => ({
    kind,
    results: results.map((result) => ({ ...result, why: reasonsOf(result).join(', ') })),
  }));
}

export type Options = {
  readonly groups: readonly OptionGroup[];
  /** The service is still looking. */
  readonly is_looking: boolean;
};

export function useOptions(text: string, is_open: boolean): Options {
  const { me, can } = useSession();
  const keys = useOfferedKeys();
  const asked = text.trim();
  const [paused] = useDebouncedValue(asked, PAUSE_MS);
  const may_look = is_open && asked.length >= LEAST_LETTERS;
  const { data, isFetching } = useRead({
    queryKey: readKey('search', { query: { q: paused } }, 'options'),
    queryFn: ({ signal }) => find(paused, can, signal),
    enabled: may_look && paused === asked,
  });
  if (!is_open) return { groups: [], is_looking: false };
  const offered = {
    places: PLACES.filter(({ right }) => can(right)),
    tasks: TASKS.filter(({ right }) => can(right)),
    // What a key may not decide now, nothing else does in its place.
    keys: isLost() ? [] : keys,
    recent: readRecent(me.person_id),
  };
  const found = paused === asked && data !== undefined ? data : [];
  return {
    groups: optionsFor(text, offered, found),
    is_looking: may_look && (paused !== asked || isFetching),
  };
}
