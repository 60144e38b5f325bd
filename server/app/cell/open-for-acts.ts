// Whether something may be changed in a cell now, by whoever the control cell knows.
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { FoundCell, ServedCells } from './cells.ts';
import { haveNewestCopy } from './copy-settings.ts';

type Place = Extract<FoundCell, { kind: 'cell' }>;

/** Null if it may. The control cell itself answers for copies in another place. */
export async function refuseActsIn(
  { control }: ServedCells,
  { name, app }: Place,
): Promise<Refusal | null> {
  if (app === control) return null;
  const { copy } = await app.settings.current();
  if (copy !== null) {
    return refuse('unavailable', `The cell ${name}: ${copy.text}`, { retry_after_s: 30 });
  }
  await haveNewestCopy(control, app);
  return null;
}
