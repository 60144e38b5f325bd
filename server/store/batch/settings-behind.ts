// The settings by which a batch decides may be older than what it finds: they are read again then.
import { isMissing, type OrMissing } from '../../domain/batch/decision.ts';

/** Nothing was written: it is decided again by the settings of now. */
export class SettingsBehind extends Error {}

/** Throws if a rule needs newer settings; all other missing facts are in the database. */
export function requireSettings(decided: OrMissing<object>): void {
  if (isMissing(decided) && decided.of === 'settings') {
    throw new SettingsBehind(decided.facts_missing);
  }
}
