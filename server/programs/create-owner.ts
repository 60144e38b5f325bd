// The program `people create-owner`: makes an owner on the service's machine, with the service's
// settings. Whoever can read those can read the database, so nobody gains a right by it.
import { parseArgs } from 'node:util';
import type { LocalOwnerBody } from '../app/access/local-owner.ts';
import { isRefusal, type Refusal } from '../domain/service/refusal.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { withLocalApp } from './local-app.ts';
import { failProcess } from './run-process.ts';

const USAGE = `Usage: payment-orders people create-owner --name <name> --email <address> [--json]

Make an owner, and print the link by which they set their password. Runs on the
machine of the service, with the same settings in the environment (DATA_DIR or
DATABASE_URL, ENCRYPTION_KEY, MODE, PUBLIC_URL), whether it is running or not.
If the owner exists already, they get a new link.

Examples:
  $ payment-orders people create-owner --name "Ada Lovelace" --email ada@example.com
  $ DATA_DIR=/srv/payments payment-orders people create-owner --name Ada --email ada@example.com

Exit codes:
  0  done
  1  not done: the message says why
  2  wrong usage
`;

type Wanted = { name: string; email: string; json: boolean };

/** Null after wrong usage or a request for help, which it has answered. */
function readWanted(parameters: readonly string[]): Wanted | null {
  const options = {
    name: { type: 'string' },
    email: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...parameters], options, strict: true });
    const { name, email, json = false, help = false } = values;
    if (!help && name !== undefined && email !== undefined) return { name, email, json };
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

function tell(made: LocalOwnerBody | Refusal, json: boolean): void {
  if (isRefusal(made)) {
    const fields = (made.errors ?? []).map(({ field, message }) => `  ${field} ${message}`);
    process.stderr.write(`${[made.detail, ...fields].join('\n')}\n`);
    process.exitCode = 1;
  } else if (json) {
    process.stdout.write(`${JSON.stringify(made)}\n`);
  } else {
    const what = made.is_new ? 'The owner was made.' : 'The owner exists; this is a new link.';
    const { url, expires_at } = made.link;
    process.stdout.write(
      `${what} The link works once, until ${expires_at}:\n\n  ${url}\n\n` +
        'Open it in a browser, or set the password with: payment-orders people accept\n',
    );
  }
}

async function run(wanted: Wanted): Promise<void> {
  tell(await createOwner(readConfig(process.env), wanted), wanted.json);
}

const wanted = readWanted(process.argv.slice(2));
if (wanted !== null) run(wanted).catch(failProcess);
