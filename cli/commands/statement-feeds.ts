// `feeds`: the tokens of programs that send bank lines and statements: each shown once, with its
// limits.
import type { Command } from 'commander';
import { path } from '../client/client.ts';
import {
  collect,
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withPaging,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, record, table } from '../client/show.ts';

const COLUMNS = [
  'id',
  'name',
  'receiving_account_ids',
  'allowed_ips',
  'lines_per_hour',
  'daily_cents',
  'expires_at',
  'revoked_at',
];

const FEED = 'the token’s id, not the token itself';

function withTerms(command: Command): Command {
  return command
    .option(
      '--account <id>',
      'a receiving account for which it sends lines; may be repeated',
      collect,
    )
    .option('--allow-ip <address>', 'an address or CIDR; may be repeated (default: any)', collect)
    .option('--expires-at <time>', 'ISO 8601 with zone (default: a year from now)')
    .option(
      '--lines-per-hour <count>',
      'for one account; more wait for a person',
      wholeNumberOption,
    )
    .option(
      '--daily-cents <amount>',
      'for one account; more waits for a person',
      wholeNumberOption,
    );
}

function termsOf({ account, allowIp, ...rest }: Options) {
  return fieldsOf({ receiving_account_ids: account, allowed_ips: allowIp, ...rest });
}

function addIssue(feeds: Command, perform: Perform): void {
  const issue = withTerms(
    feeds.command('issue').description('issue a token; it is shown only now'),
  );
  issue.argument('<name>', 'what it is for').action((name: string, options: Options) =>
    perform({
      call: (client) =>
        client.operator('/feed_tokens', {
          method: 'POST',
          fields: { name, ...termsOf(options) },
        }),
      show: record,
    }),
  );
  examples(issue, [
    'feeds issue "Statements of our bank" --account ACCOUNT --allow-ip 203.0.113.7',
    'feeds issue "Our bank" --account ACCOUNT --secret-file feed-token.txt',
  ]);
}

function addChange(feeds: Command, perform: Perform): void {
  const change = withTerms(
    feeds.command('change').description('change a feed’s limits; the rest stays'),
  );
  change.argument('<feed>', FEED).action((feed: string, options: Options) =>
    perform({
      call: (client) =>
        client.operator(path`/feed_tokens/${feed}`, {
          method: 'PATCH',
          fields: termsOf(options),
        }),
      show: record,
    }),
  );
  examples(change, ['feeds change FEED --daily-cents 5000000000', 'feeds change FEED --account A']);
}

export function addFeedCommands(program: Command, perform: Perform): void {
  const feeds = program
    .command('feeds')
    .description('tokens that may send bank lines and statements, and nothing else');
  const list = withPaging(
    feeds.command('list').description('all feeds, without the tokens themselves'),
  );
  list.action((options: Options) =>
    perform({
      call: (client) => client.operator('/feed_tokens', { query: fieldsOf(options) }),
      show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
    }),
  );
  addIssue(feeds, perform);
  addChange(feeds, perform);
  const revoke = feeds
    .command('revoke')
    .description('revoke a token; no process accepts it after a second');
  revoke.argument('<feed>', FEED).action((feed: string) =>
    perform({
      call: (client) => client.operator(path`/feed_tokens/${feed}`, { method: 'DELETE' }),
      show: record,
    }),
  );
}
