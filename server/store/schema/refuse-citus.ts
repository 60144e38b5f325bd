// Refuses a Citus that loses rows without an error.
import type { ClientBase } from 'pg';
import { StartupError } from '../../lib/startup-error.ts';

/**
 * Before it an insert of grouped rows of the same schema may insert nothing, and reports no error
 * (citusdata/citus#8243).
 */
const LEAST = [13, 2, 1] as const;

const isOlder = (version: readonly number[]): boolean => {
  const at = LEAST.findIndex((least, index) => version[index] !== least);
  return at !== -1 && (version[at] ?? 0) < (LEAST[at] ?? 0);
};

export async function refuseOldCitus(client: ClientBase): Promise<void> {
  const found = await client.query(`select from pg_extension where extname = 'citus'`);
  if (found.rowCount === 0) return;
  const { rows } = await client.query<{ told: string }>('select citus_version() as told');
  const told = rows[0]?.told ?? '';
  const [, version = ''] = /^Citus (\d+(?:\.\d+)*)/.exec(told) ?? [];
  if (version !== '' && !isOlder(version.split('.').map(Number))) return;
  throw new StartupError(
    `The database has ${version === '' ? told : `Citus ${version}`}, but at least ` +
      `Citus ${LEAST.join('.')} is needed, because earlier ones may leave out rows without an ` +
      'error (docs/operate/citus.md): update it on all nodes.',
  );
}
