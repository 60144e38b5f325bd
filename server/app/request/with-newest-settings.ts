// Decides commands by settings that are new enough for what their batch finds.
import type { Command } from '../../domain/batch/command.ts';
import { SettingsBehind } from '../../store/batch/settings-behind.ts';
import type { Settings, SettingsCache } from '../process/settings-cache.ts';

/** Decides again by settings that are read now, if those at hand are older than what was found. */
export async function withNewestSettings<Of extends Command, Value>(
  settings: SettingsCache,
  commands: readonly Of[],
  decide: (known: Settings, commands: readonly Of[]) => Promise<Value>,
): Promise<Value> {
  try {
    return await decide(await settings.current(), commands);
  } catch (error) {
    if (!(error instanceof SettingsBehind)) throw error;
    const known = await settings.refresh();
    const { merchants } = known;
    return await decide(
      known,
      commands.map((one) => ('merchants' in one ? { ...one, merchants } : one)),
    );
  }
}
