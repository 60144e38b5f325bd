// `retention`: how long each kind of data is kept, and what has ended.
import { type Command, InvalidArgumentError } from 'commander';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, table, type View } from '../../client/show.ts';

const COLUMNS = ['kind', 'days', 'default_days', 'oldest_at', 'looked_at', 'rows_ended', 'ends'];

type Json = Record<string, unknown>;

/** `receipts=90`, `alerts=never`. */
function periodsOf(text: string, before: readonly Json[] = []): readonly Json[] {
  const [, kind, days] = /^([a-z_]{1,40})=(\d{1,5}|never)$/.exec(text) ?? [];
  if (kind === undefined)
    throw new InvalidArgumentError('It must be like receipts=90 or alerts=never.');
  return [...before, { kind, days: days === 'never' ? null : Number(days) }];
}

const show = (body: Json, view: View): string =>
  table(
    arrayOf(body.kinds).map((row) => ({ ...row, days: row.days ?? 'never' })),
    COLUMNS,
    view,
  );

export function addRetentionCommands(program: Command, perform: Perform): void {
  const retention = program
    .command('retention')
    .description('how long each kind of data is kept, and what has ended');
  retention
    .command('list', { isDefault: true })
    .description('the kinds with their days, and the oldest that is still kept')
    .action(() => perform({ call: (client) => client.operator('/retention'), show }));
  const set = retention
    .command('set')
    .description('set the days of some kinds; fewer than before need two people');
  set
    .argument('<periods...>', 'KIND=DAYS, or KIND=never if the kind allows it', periodsOf)
    .requiredOption('--note <text>', 'why')
    .action((periods: readonly Json[], options: Options) => {
      const fields = { ...fieldsOf(options), periods };
      return perform({
        call: (client) => client.operator('/retention', { method: 'PUT', fields }),
        show,
      });
    });
  examples(set, [
    'retention set receipts=90 --note "as our policy of 2026 says"',
    'retention set deliveries=never --note "an auditor asked for it"',
  ]);
}
