// Refuses CELLS for a program that works on one database: with only the control cell it would
// leave out what the other cells have.
import { StartupError } from '../../lib/startup-error.ts';
import type { Config } from '../../settings/config.ts';

export function requireOneDatabase<Settings extends Pick<Config, 'cells'>>(
  settings: Settings,
  program: string,
): Settings {
  if (settings.cells.length <= 1) return settings;
  const names = settings.cells.map(({ name }) => name).join(', ');
  throw new StartupError(
    `payment-orders ${program} works on one database, and CELLS names several (${names}): run it ` +
      'for each of them with DATABASE_URL and MIGRATION_DATABASE_URL in place of CELLS.',
  );
}
