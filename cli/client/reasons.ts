// `--note` of the commands that change settings: the reason, for the audit trail.
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

const takesReason = (command: Command) => WITH_REASON.includes(commandWords(command));

/** Call it once all commands are there. `say` gets the reason before the command runs. */
export function addReasons(program: Command, say: (note: string | undefined) => void): void {
  const visit = (command: Command) => {
    if (takesReason(command)) command.option('--note <text>', 'why; recorded in the audit trail');
    for (const below of command.commands) visit(below);
  };
  visit(program);
  program.hook('preAction', (_program, command) => {
    say(takesReason(command) ? command.opts<{ note?: string }>().note : undefined);
  });
}

function withNote(request: Request, note: string): Request {
  if (request.upload !== undefined) return { ...request, query: { ...request.query, note } };
  return { ...request, fields: { ...request.fields, note } };
}

/** A client whose changes carry the reason. */
export function reasonedClient(client: Client, note: string | undefined): Client {
  if (note === undefined) return client;
  return {
    ...client,
    operator: (pathname, request = {}) =>
      client.operator(pathname, request.method === undefined ? request : withNote(request, note)),
  };
}
