// From when on a kind of data has ended by its age, by the settings of this process.
import { endedBefore, type RetentionKind } from '../../domain/service/retention-kinds.ts';
import type { App } from '../process/app.ts';

/** What is older has ended; null: this kind has no end. */
export async function ageLimit(app: App, kind: RetentionKind, now: number): Promise<number | null> {
  return endedBefore((await app.settings.current()).retention, kind, now);
}
