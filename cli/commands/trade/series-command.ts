// `series`: what happened each day, with the rates that follow from it.
import type { Command } from 'commander';
import type { Json } from '../../client/client.ts';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, objectOf, table, type View } from '../../client/show.ts';

/** In percent with one decimal; null if nothing of the whole is there. */
function share(part: unknown, whole: unknown): number | null {
  const [one, all] = [Number(part), Number(whole)];
  return all > 0 ? Math.round((one / all) * 1_000) / 10 : null;
}

const MS_PER_MINUTE = 60_000;

function rowOf({ day, direction, currency, metrics }: Json): Json {
  const count = (name: string) => objectOf(objectOf(metrics)[name]).count;
  const sum = (name: string) => objectOf(objectOf(metrics)[name]).sum;
  const completed = Number(count('completed'));
  return {
    day,
    direction,
    currency,
    created: count('created'),
    completed,
    'completed_%': share(completed, count('created')),
    'matched_%': share(count('matched'), completed),
    completed_cents: sum('completed'),
    fees_cents: sum('fees'),
    minutes: completed > 0 ? Math.round(Number(sum('duration')) / completed / MS_PER_MINUTE) : null,
    expired: count('expired'),
    failed: count('failed'),
    missed: count('missed'),
  };
}

const COLUMNS = [
  'day',
  'direction',
  'currency',
  'created',
  'completed',
  'completed_%',
  'matched_%',
  'completed_cents',
  'fees_cents',
  'minutes',
  'expired',
  'failed',
  'missed',
];

export function addSeriesCommand(program: Command, perform: Perform): void {
  const series = program.command('series').description('what happened to trades each day');
  series
    .option('--from <day>', 'the first day, in UTC (default: 30 days before the last one)')
    .option('--to <day>', 'the day after the last one (default: tomorrow)')
    .option('--merchant-id <id>', 'of one merchant')
    .option('--direction <direction>', 'payin or payout')
    .option('--currency <code>', 'in this currency')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/series', { query: fieldsOf(options) }),
        show: (body: Json, view: View) => table(arrayOf(body.data).map(rowOf), COLUMNS, view),
      }),
    );
  examples(series, [
    'series --direction payin',
    'series --from 2026-03-01 --to 2026-04-01 --merchant-id MERCHANT --json',
  ]);
}
