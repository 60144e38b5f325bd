// Where the PostgreSQL of the distribution is.
import { NotRun, outputOfProgram } from './part.ts';

/** Runs scripts in the folder as the user who may run PostgreSQL, with its programs at hand. */
export const asPostgres =
  (folder: string, programs: string, env: NodeJS.ProcessEnv = {}) =>
  (script: string): Promise<string> =>
    outputOfProgram('runuser', ['-u', 'postgres', '--', 'bash', '-ec', script], {
      cwd: folder,
      env: { PATH: `${programs}:${process.env['PATH']}`, LC_ALL: 'C.UTF-8', ...env },
    });

/** Of a distribution, the newest. */
export async function postgresqlPrograms(): Promise<string> {
  const found = await outputOfProgram('sh', [
    '-c',
    'ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2> /dev/null | sort -V | tail -1',
  ]);
  if (found.trim() === '') throw new NotRun('PostgreSQL is missing (Debian: postgresql)');
  return found.trim();
}
