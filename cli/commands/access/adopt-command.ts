// `adopt`: a copy of the database becomes this installation's own.
import type { Command } from 'commander';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { record } from '../../client/show.ts';

export function addAdoptCommand(program: Command, perform: Perform): void {
  const adopt = program
    .command('adopt')
    .description('adopt a copy of the database, which sends and changes nothing before')
    .requiredOption('--reason <text>', 'why; recorded in the audit trail')
    .action((options: Options) =>
      perform({
        call: (client) =>
          client.operator('/service/adopt', { method: 'POST', fields: fieldsOf(options) }),
        show: record,
      }),
    );
  examples(adopt, ['adopt --reason "Restored after the loss of db1, which is off"']);
}
