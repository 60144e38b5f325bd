// The program `people create-owner`: makes an owner on the service's machine, with the service's
// settings. Whoever can read those can read the database, so nobody gains a right by it.
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { LocalOwnerBody } from '../app/access/local-owner.ts';
import { isRefusal, type Refusal } from '../domain/service/refusal.ts';
import { StartupError } from '../lib/startup-error.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { withLocalApp } from './local-app.ts';
import { failProcess } from './run-process.ts';

const USAGE = `Usage: payment-orders people create-owner --name <name> --email <address>
                                           [--secret-file <file>] [--json]

Make an owner, and print the link by which they set their password. Runs on the
machine of the service, with the same settings in the environment (DATA_DIR or
DATABASE_URL, ENCRYPTION_KEY, MODE, PUBLIC_URL), whether it is running or not.
If the owner exists already, they get a new link.

Whoever has the link becomes this owner: it is printed on a terminal only.
--secret-file writes it into a new file instead, which only you can read;
--secret-file - prints it also into a pipe.

Examples:
  $ payment-orders people create-owner --name "Ada Lovelace" --email ada@example.com
  $ payment-orders people create-owner --name Ada --email ada@example.com --secret-file ada.txt

Exit codes:
  0  done
  1  not done: the message says why
  2  wrong usage
`;

/** `secret_file`: null for the output. */
type Wanted = { name: string; email: string; json: boolean; secret_file: string | null };

const WITHOUT_FILE =
  'It makes a link that is shown only once, and the output is no terminal. Nothing was done: ' +
  'run it in a terminal, or name a new file with --secret-file.';

/** Made before the link is: one that cannot be kept must not be made. */
function reserveFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const why =
      error.code === 'EEXIST' ? 'exists already and was not changed' : 'cannot be written';
    const told = `Nothing was done: ${file} ${why}. Choose another name.`;
    throw new StartupError(told, { cause: error });
  }
}

/** Null after wrong usage or a request for help, which it has answered. */
function readWanted(parameters: readonly string[]): Wanted | null {
  const options = {
    name: { type: 'string' },
    email: { type: 'string' },
    'secret-file': { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...parameters], options, strict: true });
    const { name, email, json = false, help = false, 'secret-file': file } = values;
    if (!help && name !== undefined && email !== undefined) {
      const is_shown = file === '-' || (file === undefined && process.stdout.isTTY === true);
      if (!is_shown && file === undefined) throw new StartupError(WITHOUT_FILE);
      return { name, email, json, secret_file: is_shown ? null : (file ?? null) };
    }
    process[help ? 'stdout' : 'stderr'].write(USAGE);
    process.exitCode = help ? 0 : 2;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
  return null;
}

async function createOwner(config: Config, wanted: Wanted): Promise<LocalOwnerBody | Refusal> {
  const { name, email } = wanted;
  return await withLocalApp(config, async (app) => {
    const { makeLocalOwner } = await import('../app/access/local-owner.ts');
    return await makeLocalOwner(app, { fields: { name, email }, errors: [] });
  });
}

function tell(made: LocalOwnerBody, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(made)}\n`);
    return;
  }
  const what = made.is_new ? 'The owner was made.' : 'The owner exists; this is a new link.';
  const { url, expires_at } = made.link;
  process.stdout.write(
    `${what} The link works once, until ${expires_at}:\n\n  ${url}\n\n` +
      'Open it in a browser, or set the password with: payment-orders people accept\n',
  );
}

function tellRefusal({ errors = [], detail }: Refusal): void {
  const fields = errors.map(({ field, message }) => `  ${field} ${message}`);
  process.stderr.write(`${[detail, ...fields].join('\n')}\n`);
  process.exitCode = 1;
}

async function run(parameters: readonly string[]): Promise<void> {
  const wanted = readWanted(parameters);
  if (wanted === null) return;
  const { secret_file, json } = wanted;
  const config = readConfig(process.env);
  if (secret_file !== null) reserveFile(secret_file);
  let is_kept = false;
  try {
    const made = await createOwner(config, wanted);
    if (isRefusal(made)) return tellRefusal(made);
    if (secret_file === null) return tell(made, json);
    writeFileSync(secret_file, `${made.link.url}\n`);
    is_kept = true;
    tell({ ...made, link: { ...made.link, url: `(in ${secret_file})` } }, json);
  } finally {
    if (secret_file !== null && !is_kept) rmSync(secret_file);
  }
}

run(process.argv.slice(2)).catch(failProcess);
