// `tokens`: merchants' API tokens, each shown once.
import type { Command } from 'commander';
import { path } from '../client/client.ts';
import {
  collect,
  examples,
  fieldsOf,
  MERCHANT,
  type Options,
  wholeNumberOption,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, record, table } from '../client/show.ts';

const TOKEN_COLUMNS = [
  'id',
  'mode',
  'scopes',
  'allowed_ips',
  'rate_limit_per_second',
  'expires_at',
  'last_used_at',
  'revoked_at',
];

/** The API's value for no limit is 0. */
const rate = (text: string): number => (text === 'none' ? 0 : wholeNumberOption(text));

export function addTokenCommands(program: Command, perform: Perform): void {
  const tokens = program.command('tokens').description('merchants’ API tokens');
  const list = tokens.command('list').description('a merchant’s tokens, without the secrets');
  list.argument('<merchant>', MERCHANT).action((merchant: string) =>
    perform({
      call: (client) => client.operator(path`/merchants/${merchant}/tokens`),
      show: (body, view) => table(arrayOf(body.data), TOKEN_COLUMNS, view),
    }),
  );
  const issue = tokens.command('issue').description('issue a token; it is shown only now');
  issue
    .argument('<merchant>', MERCHANT)
    .option('--mode <mode>', 'token (default) or signature')
    .option('--scope <scope>', 'payin, payout or read; may be repeated (default: all)', collect)
    .option('--allow-ip <address>', 'an address or CIDR; may be repeated', collect)
    .option('--expires-at <time>', 'ISO 8601 with zone')
    .option('--require-signature', 'every request must carry X-Signature')
    .option('--rate-limit <count>', 'requests per second, or none (default: the service’s)', rate)
    .action((merchant: string, options: Options) => {
      const { scope: scopes, allowIp: allowed_ips, mode = 'token', ...others } = options;
      const { rateLimit: rate_limit_per_second, ...rest } = others;
      return perform({
        call: (client) =>
          client.operator(path`/merchants/${merchant}/tokens`, {
            method: 'POST',
            fields: fieldsOf({ mode, scopes, allowed_ips, rate_limit_per_second, ...rest }),
          }),
        show: record,
      });
    });
  examples(issue, [
    'tokens issue MERCHANT',
    'tokens issue MERCHANT --scope read --allow-ip 203.0.113.0/24',
    'tokens issue MERCHANT --rate-limit 5000',
    'tokens issue MERCHANT --secret-file token.json',
  ]);
  const revoke = tokens
    .command('revoke')
    .description('revoke a token; no process accepts it after a second');
  revoke
    .argument('<merchant>', MERCHANT)
    .argument('<token>', 'the token’s id, not the token itself')
    .action((merchant: string, token: string) =>
      perform({
        call: (client) =>
          client.operator(path`/merchants/${merchant}/tokens/${token}`, { method: 'DELETE' }),
        show: record,
      }),
    );
}
