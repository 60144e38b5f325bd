// `feeds`: the tokens of programs that give bank lines and statements, each shown once.
import type { Command } from 'commander';
import { path } from './client.ts';
import { examples, fieldsOf, type Options, withPaging } from './options.ts';
import type { Perform } from './perform.ts';
import { record, rowsOf, table } from './show.ts';

export function addFeedCommands(program: Command, perform: Perform): void {
  const feeds = program
    .command('feeds')
    .description('tokens that may give bank lines and statements, and nothing else');
  const list = withPaging(feeds.command('list').description('all, never the tokens themselves'));
  list.action((options: Options) =>
    perform({
      call: (client) => client.operator('/feed_tokens', { query: fieldsOf(options) }),
      show: (body, view) =>
        table(rowsOf(body.data), ['id', 'name', 'created_at', 'revoked_at'], view),
    }),
  );
  const issue = feeds.command('issue').description('issue a token; it is shown this once');
  issue.argument('<name>', 'what it is for').action((name: string) =>
    perform({
      call: (client) => client.operator('/feed_tokens', { method: 'POST', fields: { name } }),
      show: record,
    }),
  );
  examples(issue, [
    'feeds issue "Statements of our bank"',
    'feeds issue "Statements of our bank" --json | jq -r .token > feed-token.txt',
  ]);
  const revoke = feeds.command('revoke').description('end a token, within a second everywhere');
  revoke.argument('<feed>', 'the token’s id, not the token itself').action((feed: string) =>
    perform({
      call: (client) => client.operator(path`/feed_tokens/${feed}`, { method: 'DELETE' }),
      show: record,
    }),
  );
}
