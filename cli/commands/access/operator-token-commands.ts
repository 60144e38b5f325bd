// `operator-tokens`: tokens of the operator's own programs, each shown once, with role and scopes.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
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

const COLUMNS = [
  'id',
  'name',
  'role',
  'scopes',
  'person_name',
  'merchant_id',
  'allowed_ips',
  'expires_at',
  'last_used_at',
  'revoked_at',
];

const TOKEN = 'the token’s id, not the token itself';

function withTerms(command: Command): Command {
  return command
    .option('--scope <scope>', 'a group of rights; may be repeated (default: all)', collect)
    .option('--allow-ip <address>', 'an address or CIDR; may be repeated (default: any)', collect)
    .option('--expires-at <time>', 'ISO 8601 with zone (default: a year from now)');
}

function termsOf({ scope: scopes, allowIp: allowed_ips, ...rest }: Options) {
  return fieldsOf({ scopes, allowed_ips, ...rest });
}

function addIssue(tokens: Command, perform: Perform): void {
  const issue = withTerms(
    tokens.command('issue').description('issue a token; it is shown only now'),
  );
  issue
    .argument('<name>', 'what it is for')
    .requiredOption('--role <role>', 'the most that it may do, as in viewer')
    .option('--merchant <merchant>', 'for merchant_admin and merchant_viewer: the merchant’s id')
    .action((name: string, { merchant: merchant_id, ...options }: Options) =>
      perform({
        call: (client) =>
          client.operator('/operator_tokens', {
            method: 'POST',
            fields: { name, ...fieldsOf({ merchant_id }), ...termsOf(options) },
          }),
        show: record,
      }),
    );
  examples(issue, [
    'operator-tokens issue "Reports" --role viewer --allow-ip 203.0.113.7',
    'operator-tokens issue "Pay-out rail" --role operator --scope payouts --scope read',
    'operator-tokens issue "Shop’s dashboard" --role merchant_viewer --merchant MERCHANT',
  ]);
}

function addChange(tokens: Command, perform: Perform): void {
  const change = withTerms(
    tokens.command('change').description('change a token; the rest stays, and so does its role'),
  );
  change
    .argument('<token>', TOKEN)
    .option('--name <name>', 'what it is for')
    .action((token: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/operator_tokens/${token}`, {
            method: 'PATCH',
            fields: termsOf(options),
          }),
        show: record,
      }),
    );
  examples(change, ['operator-tokens change TOKEN --scope read']);
}

function addRotate(tokens: Command, perform: Perform): void {
  const rotate = tokens
    .command('rotate')
    .description('issue a new token in place of this one, which ends after the overlap');
  rotate
    .argument('<token>', TOKEN)
    .option('--overlap-hours <hours>', 'how long both work (default: 24)', wholeNumberOption)
    .action((token: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/operator_tokens/${token}/rotate`, {
            method: 'POST',
            fields: fieldsOf(options),
          }),
        show: record,
      }),
    );
  examples(rotate, ['operator-tokens rotate TOKEN --overlap-hours 1']);
}

export function addOperatorTokenCommands(program: Command, perform: Perform): void {
  const tokens = program
    .command('operator-tokens')
    .description('tokens of your own programs, with role, scopes and addresses');
  const list = withPaging(
    tokens.command('list').description('all of them, without the tokens themselves'),
  );
  list.action((options: Options) =>
    perform({
      call: (client) => client.operator('/operator_tokens', { query: fieldsOf(options) }),
      show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
    }),
  );
  addIssue(tokens, perform);
  addChange(tokens, perform);
  addRotate(tokens, perform);
  const revoke = tokens
    .command('revoke')
    .description('revoke a token; no process accepts it after a second');
  revoke.argument('<token>', TOKEN).action((token: string) =>
    perform({
      call: (client) => client.operator(path`/operator_tokens/${token}`, { method: 'DELETE' }),
      show: record,
    }),
  );
}
