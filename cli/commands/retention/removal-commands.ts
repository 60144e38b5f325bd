// `removals`: archived months that are planned to be removed from the database, and owners' leave.
import type { Command } from 'commander';
import { examples, fieldsOf, type Options, wholeNumberOption } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, table, type View } from '../../client/show.ts';

const COLUMNS = ['month', 'state', 'trades', 'differs', 'copy', 'file_sha256', 'allowed_at'];

type Json = Record<string, unknown>;

const show = (body: Json, view: View): string => table(arrayOf(body.removals), COLUMNS, view);
const showOne = (body: Json, view: View): string => table([body], COLUMNS, view);

export function addRemovalCommands(program: Command, perform: Perform): void {
  const removals = program
    .command('removals')
    .description('archived months that are removed from the database, if owners allow it');
  removals
    .command('list', { isDefault: true })
    .description('the plans that `archive remove` made on the machine, and what became of them')
    .action(() => perform({ call: (client) => client.operator('/removals'), show }));
  const allow = removals
    .command('allow')
    .description('allow the removal of a month as it is planned; two people are needed');
  allow
    .argument('<month>', 'as 2026-01')
    .requiredOption('--file-sha256 <hash>', 'the SHA-256 of the file, as the plan shows it')
    .requiredOption('--trades <number>', 'how many trades the plan removes', wholeNumberOption)
    .requiredOption('--reason <text>', 'why')
    .action((month: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(`/removals/${encodeURIComponent(month)}`, {
            method: 'POST',
            fields: fieldsOf(options),
          }),
        show: showOne,
      }),
    );
  examples(allow, [
    'removals allow 2026-01 --file-sha256 5e1f… --trades 601998 --reason "our policy of 2026"',
  ]);
}
