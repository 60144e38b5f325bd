// Says above every page that the sandbox's clock is ahead: its times are not the viewer's.
import { Alert } from '@mantine/core';
import { TEXTS } from '../../texts/en.ts';
import { useLive } from './live.tsx';

export function SandboxClockNote() {
  const seconds = useLive().body?.sandbox_ahead_seconds ?? 0;
  return (
    <div role="status">
      {seconds === 0 ? null : (
        <Alert role="note" color="yellow" py="xs" mb="md" title={TEXTS.live.clock_ahead(seconds)}>
          {TEXTS.live.clock_ahead_what}
        </Alert>
      )}
    </div>
  );
}
