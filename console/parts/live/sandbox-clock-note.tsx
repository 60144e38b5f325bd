// Says above every page that the sandbox's clock is ahead: its times are not the viewer's.
import { Alert } from '@mantine/core';
import { LIVE_TEXTS } from '../../texts/live.ts';
import { useLive } from './live.tsx';

export function SandboxClockNote() {
  const seconds = useLive().body?.sandbox_ahead_seconds ?? 0;
  return (
    <div role="status">
      {seconds === 0 ? null : (
        <Alert role="note" color="yellow" py="xs" mb="md" title={LIVE_TEXTS.clock_ahead(seconds)}>
          {LIVE_TEXTS.clock_ahead_what}
        </Alert>
      )}
    </div>
  );
}
