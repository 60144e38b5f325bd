// What commands that change settings can say beside the change: `--note` for the audit trail, and
// `--expected-version` so that nobody replaces what they never saw.
import type { Command } from 'commander';
import type { Client, Request } from './client.ts';
import { commandWords } from './options.ts';

/** Commands without words of their own for the reason. */
export const WITH_REASON: readonly string[] = [
  ...['merchants create', 'merchants update', 'tokens issue', 'tokens revoke', 'tariffs set'],
  ...['rates set', 'currencies set', 'branding set', 'branding logo'],
  ...['accounts create', 'accounts update', 'feeds issue', 'feeds change', 'feeds revoke'],
  ...['operator-tokens issue', 'operator-tokens change', 'operator-tokens rotate'],
  ...['operator-tokens revoke', 'settlements draft', 'settlements account set'],
  ...[
    'settlements account remove',
    'deliveries resend',
    'deliveries resend-many',
    'events resend',
    'alerts settings',
    'alerts test',
  ],
  ...['callbacks endpoints add', 'callbacks endpoints update', 'callbacks endpoints remove'],
  ...['callbacks endpoints rotate-secret'],
  ...['alerts recipients add', 'alerts recipients change', 'alerts recipients remove'],
  ...['people invite', 'people reset-link', 'sessions revoke'],
];

/** Commands whose setting two people may edit at once. */
export const WITH_VERSION: readonly string[] = [
  ...['merchants update', 'tariffs set', 'rates set', 'currencies set', 'branding set'],
  ...['accounts update', 'feeds change', 'operator-tokens change', 'settlements account set'],
  ...['callbacks endpoints update', 'alerts settings', 'alerts recipients change'],
  ...[
    'reports change',
    'people role',
    'lines rules change',
    'approvals bands set',
    'retention set',
  ],
];

const takesVersion = (command: Command) => WITH_VERSION.includes(commandWords(command));
const takesReason = (command: Command) => WITH_REASON.includes(commandWords(command));

/** As fields of the request. */
export type Said = { readonly note?: string; readonly expected_version?: string };

function saidIn(command: Command): Said {
  const { note, expectedVersion } = command.opts<{ note?: string; expectedVersion?: string }>();
  return {
    ...(note === undefined || !takesReason(command) ? {} : { note }),
    ...(expectedVersion === undefined ? {} : { expected_version: expectedVersion }),
  };
}

/** Call it once all commands are there. `say` gets what is said before the command runs. */
export function addReasons(program: Command, say: (said: Said) => void): void {
  const visit = (command: Command) => {
    if (takesReason(command)) command.option('--note <text>', 'why; recorded in the audit trail');
    if (takesVersion(command)) {
      const told =
        'the version on which you decided (none: there was none yet): refused if it has changed ' +
        'since';
      command.option('--expected-version <version>', told);
    }
    for (const below of command.commands) visit(below);
  };
  visit(program);
  program.hook('preAction', (_program, command) => {
    say(saidIn(command));
  });
}

function withSaid(request: Request, said: Said): Request {
  if (request.upload !== undefined) return { ...request, query: { ...request.query, ...said } };
  return { ...request, fields: { ...request.fields, ...said } };
}

/** A client whose changes carry what was said. */
export function reasonedClient(client: Client, said: Said): Client {
  if (Object.keys(said).length === 0) return client;
  return {
    ...client,
    operator: (pathname, request = {}) =>
      client.operator(pathname, request.method === undefined ? request : withSaid(request, said)),
  };
}
