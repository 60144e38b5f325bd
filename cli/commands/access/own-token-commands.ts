// `own-tokens`: tokens that a person makes for themselves, such as one for this command line.
import type { Command } from 'commander';
import { BOUNDS } from '../../client/bounds.gen.ts';
import { path } from '../../client/client.ts';
import type { Codes } from '../../client/confirm.ts';
import {
  collect,
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withPaging,
} from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, record, table } from '../../client/show.ts';
import { asPerson } from '../../client/sign-in.ts';
import { readInputLines, type Terminal } from '../../client/terminal.ts';

const COLUMNS = ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'is_current'];

/** Of another request than the other options. */
const EMAIL = `who signs in (at most ${BOUNDS.signIn.email.maxLength} characters)`;

/** Typed on a terminal; otherwise lines of the input: the password, and then a code. */
async function readSignIn(email: string, terminal: Terminal, codes: Codes) {
  const typed = await terminal.ask(`Password of ${email}: `);
  const [password = '', code = null] =
    typed === null ? await readInputLines(terminal) : [typed, undefined];
  return {
    email,
    password,
    code: async () => code ?? (await codes.next('Code of your authenticator app: ')),
  };
}

function addIssue(tokens: Command, perform: Perform, terminal: Terminal): void {
  const issue = tokens
    .command('issue')
    .description('sign in, make a token of your own, and sign out; it is shown only now')
    .argument('<name>', 'to tell it from others')
    .requiredOption('--email <address>', EMAIL)
    .option('--days <days>', 'when it ends (default: after 30 days)', wholeNumberOption)
    .option('--scope <scope>', 'only this group of your rights; may be repeated', collect)
    .action((name: string, { email, scope: scopes, ...rest }: Options) =>
      perform({
        open: true,
        call: async (client, codes) => {
          const fields = { name, ...fieldsOf({ scopes, ...rest }) };
          const who = await readSignIn(String(email), terminal, codes);
          return await asPerson(client, who, (headers) =>
            client.operator('/own_tokens', { method: 'POST', fields, headers }),
          );
        },
        show: record,
      }),
    );
  examples(issue, [
    'own-tokens issue laptop --email asha@example.com',
    'own-tokens issue reports --email asha@example.com --days 7 --scope read < password-and-code',
  ]);
}

export function addOwnTokenCommands(program: Command, perform: Perform, terminal: Terminal): void {
  const tokens = program
    .command('own-tokens')
    .description('tokens of your own: your rights, your second factor, an end');
  withPaging(tokens.command('list').description('those of whoever’s token you use')).action(
    (options: Options) =>
      perform({
        call: (client) => client.operator('/own_tokens', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
      }),
  );
  addIssue(tokens, perform, terminal);
  tokens
    .command('revoke')
    .description('revoke one of your own; no process accepts it from then on')
    .argument('<token>', 'the token’s id, not the token itself')
    .action((token: string) =>
      perform({
        call: (client) => client.operator(path`/own_tokens/${token}`, { method: 'DELETE' }),
        show: record,
      }),
    );
}
