// Says that the page is not live, and since when.
import { Badge } from '@mantine/core';
import { TEXTS } from '../../texts/en.ts';
import { useLive } from './live.tsx';

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

export function StaleNote() {
  const { stale_since } = useLive();
  return (
    <div role="status">
      {stale_since === null ? null : (
        <Badge color="orange" variant="light" title={TEXTS.live.stale_what}>
          {TEXTS.live.stale(TIME.format(stale_since))}
        </Badge>
      )}
    </div>
  );
}
