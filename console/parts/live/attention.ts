// What waits for the house: read once for the navigation and Home, and kept fresh by the stream.
import { readOf } from '../../api/keys.ts';
import type { AttentionList } from '../../api/schema.gen.ts';
import { type Reading, useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';

/** Nothing is asked for, and nothing comes, without the right to it. */
export function useAttention(given: { refetchInterval?: number } = {}): Reading<AttentionList> {
  const { can } = useSession();
  return useRead({
    ...readOf('listAttention', {}),
    enabled: can('alerts.read'),
    ...given,
  });
}
