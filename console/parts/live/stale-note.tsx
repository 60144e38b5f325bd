// Says that the page is not live, and since when.
import { Badge } from '@mantine/core';
import { LIVE_TEXTS } from '../../texts/live.ts';
import { useLive } from './live.tsx';
import { useSilentSince } from './silent-bar.tsx';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export function StaleNote() {
  const { stale_since } = useLive();
  // The bar says more.
  const is_silent = useSilentSince() !== null;
  return (
    <div role="status">
      {stale_since === null || is_silent ? null : (
        <Badge color="orange" variant="light" title={LIVE_TEXTS.stale_what}>
          {LIVE_TEXTS.stale(TIME.format(stale_since))}
        </Badge>
      )}
    </div>
  );
}
