// Copies the control cell's settings into another cell whenever their version has moved.
import { copySettings } from '../app/cell/copy-settings.ts';
import type { App } from '../app/process/app.ts';
import { SECOND_MS } from '../lib/durations.ts';

/** As often as settings are looked at. */
const LOOK_EVERY_MS = 400;
/** A cell that was restored may have an earlier copy. */
const CHECK_AGAIN_MS = 5 * SECOND_MS;

/** `cellOf`: null while the cell is away. Resolves once nothing is being copied. */
export function keepCopying(
  control: App,
  cellOf: () => App | null,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let copied: bigint | null = null;
  let copied_ms = 0;
  let copying: Promise<void> | null = null;
  const copyAgain = async () => {
    const cell = cellOf();
    const version = control.settings.known()?.version;
    const is_old = performance.now() - copied_ms > CHECK_AGAIN_MS;
    if (cell === null || version === undefined || !(is_old || version !== copied)) return;
    copied = await copySettings(control, cell);
    copied_ms = performance.now();
  };
  const timer = setInterval(() => {
    copying ??= copyAgain()
      .catch(failed)
      .finally(() => {
        copying = null;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await copying;
  };
}
