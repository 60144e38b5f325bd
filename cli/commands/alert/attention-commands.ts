// `attention`: everything that needs a decision, as one list; and `since` beside it.
import type { Command } from 'commander';
import { examples } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, table } from '../../client/show.ts';
import { targetInWords } from '../../client/words/target-words.ts';
import { addSinceCommands } from './since-commands.ts';

/** `1000+`: more than are counted. */
const countOf = (count: unknown, has_more: unknown) => `${count}${has_more === true ? '+' : ''}`;

export function addAttentionCommands(program: Command, perform: Perform): void {
  addSinceCommands(program, perform);
  const attention = program
    .command('attention')
    .description('what needs a decision, the most urgent first')
    .action(() =>
      perform({
        call: (client) => client.operator('/attention'),
        show: (body, view) =>
          table(
            arrayOf(body.data).map((item) => ({
              ...item,
              count: countOf(item.count, item.has_more),
              worst: targetInWords(item.worst),
              over: item.is_over === true ? 'yes' : 'no',
            })),
            ['over', 'severity', 'count', 'oldest_at', 'worst', 'text', 'command'],
            view,
          ),
      }),
    );
  examples(attention, ['attention', 'attention --json']);
}
