// The service's time: the viewer's, and in a sandbox as far ahead as its clock was advanced.
import { useLive } from './live.tsx';

/** Whoever asks is shown again when the clock is advanced. */
export function useServiceNow(): () => number {
  const ahead_ms = (useLive().body?.sandbox_ahead_seconds ?? 0) * 1_000;
  return () => Date.now() + ahead_ms;
}
