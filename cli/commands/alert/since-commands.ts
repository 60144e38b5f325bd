// `since`: what happened since somebody was here.
import type { Command } from 'commander';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { actorInWords, arrayOf, heading, table } from '../../client/show.ts';
import { targetInWords } from '../../client/words/target-words.ts';

export function addSinceCommands(program: Command, perform: Perform): void {
  const since = program
    .command('since')
    .description('what happened since you were here; with a token since a day ago')
    .option('--since <time>', 'from this time on; at most 30 days are told')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/since', { query: fieldsOf(options) }),
        show: (body, view) => {
          const rows = arrayOf(body.data).map((row) => ({
            ...row,
            count: `${row.count}${row.has_more === true ? '+' : ''}`,
            sums: arrayOf(row.sums)
              .map(({ currency, amount_cents }) => `${currency} ${amount_cents}`)
              .join(', '),
          }));
          const changes = arrayOf(body.changes).map(({ actor, named_target, ...change }) => ({
            ...change,
            who: actorInWords(actor),
            target: targetInWords(named_target) ?? change.target,
          }));
          return [
            heading(`since ${body.since}`, view),
            table(rows, ['kind', 'count', 'sums'], view),
            ...(changes.length === 0 ? [] : [heading('changed by others', view)]),
            ...(changes.length === 0
              ? []
              : [table(changes, ['at', 'who', 'action', 'target'], view)]),
          ].join('\n');
        },
      }),
    );
  examples(since, ['since', 'since --since 2026-03-01T08:00:00Z', 'since --json']);
}
