// `callbacks endpoints …`: where a merchant's callbacks go, with filters, limits and health.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
import {
  collect,
  examples,
  fieldsOf,
  MERCHANT,
  type Options,
  onceBy,
  textOrNone,
  wholeNumberOrNone,
} from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, record, table } from '../../client/show.ts';

const COLUMNS = [
  'number',
  'status',
  'url',
  'event_types',
  'max_concurrent',
  'max_per_second',
  'last_success_at',
  'last_error',
];
const NUMBER = 'the number of the endpoint; 0 is the default one';

const placeOf = (merchant: string) => path`/merchants/${merchant}/callback_endpoints`;
const placeOfOne = (merchant: string, number: string) =>
  path`/merchants/${merchant}/callback_endpoints/${number}`;

/** The options that a new and a changed endpoint have in common. */
const withFields = (command: Command): Command =>
  command
    .option('--description <text>', 'what people call it')
    .option('--event <type>', 'as deposit.completed or deposit.*; may be repeated', collect)
    .option('--max-concurrent <count>', 'attempts at once, or none', wholeNumberOrNone)
    .option('--max-per-second <count>', 'attempts in a second, or none', wholeNumberOrNone);

function bodyOf({ event: event_types, ...others }: Options) {
  return fieldsOf({ ...others, event_types });
}

export function addEndpointCommands(callbacks: Command, perform: Perform): void {
  const endpoints = callbacks.command('endpoints').description('all endpoints of a merchant');
  const list = endpoints.command('list').description('endpoints with their health');
  list.argument('<merchant>', MERCHANT).action((merchant: string) =>
    perform({
      call: (client) => client.operator(placeOf(merchant)),
      show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
    }),
  );
  examples(list, ['callbacks endpoints list MERCHANT']);
  const add = endpoints.command('add').description('add an endpoint and show its secret');
  withFields(add.argument('<merchant>', MERCHANT).argument('<url>', 'where events are sent'))
    .option('--idempotency-key <key>', 'the same key adds once, and shows the same secret')
    .action((merchant: string, url: string, { idempotencyKey, ...options }: Options) =>
      perform({
        call: (client) =>
          client.operator(placeOf(merchant), {
            method: 'POST',
            fields: { url, ...bodyOf(options) },
            headers: onceBy(idempotencyKey),
          }),
        show: record,
      }),
    );
  examples(add, [
    "callbacks endpoints add MERCHANT https://books.example/hook --event 'deposit.*'",
  ]);
  addChanges(endpoints, perform);
}

function addChanges(endpoints: Command, perform: Perform): void {
  const update = endpoints.command('update').description('change an endpoint; the rest stays');
  withFields(update.argument('<merchant>', MERCHANT).argument('<number>', NUMBER))
    // Not --url, which is the address of the service.
    .option(
      '--address <url>',
      'where events are sent; none: only of the default endpoint',
      textOrNone,
    )
    .option('--all-events', 'send events of all types')
    .option('--enable', 'send again what waits')
    .option('--disable', 'send nothing; what waits is kept')
    .action((merchant: string, number: string, options: Options) => {
      const { enable, disable, allEvents, address: url, ...others } = options;
      const switched = enable === true || disable === true ? { enabled: disable !== true } : {};
      const fields = bodyOf({ ...others, url, ...switched });
      return perform({
        call: (client) =>
          client.operator(placeOfOne(merchant, number), {
            method: 'PATCH',
            fields: allEvents === true ? { ...fields, event_types: [] } : fields,
          }),
        show: record,
      });
    });
  examples(update, [
    'callbacks endpoints update MERCHANT 0 --address https://shop.example/callbacks',
    'callbacks endpoints update MERCHANT 0 --address none',
    'callbacks endpoints update MERCHANT 1 --address https://books.example/new',
    'callbacks endpoints update MERCHANT 1 --max-concurrent 4 --max-per-second 20',
    'callbacks endpoints update MERCHANT 1 --disable',
  ]);
  const acts = [
    ['rotate-secret', 'make a new secret; the old one also signs for a day', '/rotate_secret'],
    ['test', 'send a signed test event and say what happened', '/test'],
  ] as const;
  for (const [name, description, end] of acts) {
    const act = endpoints.command(name).description(description);
    if (name === 'rotate-secret') {
      act.option('--idempotency-key <key>', 'the same key makes one secret');
    }
    act
      .argument('<merchant>', MERCHANT)
      .argument('<number>', NUMBER)
      .action((merchant: string, number: string, { idempotencyKey }: Options) =>
        perform({
          call: (client) =>
            client.operator(`${placeOfOne(merchant, number)}${end}`, {
              method: 'POST',
              headers: onceBy(idempotencyKey),
            }),
          show: record,
        }),
      );
    examples(act, [`callbacks endpoints ${name} MERCHANT 0`]);
  }
  const remove = endpoints
    .command('remove')
    .description('remove an endpoint and what waits for it');
  remove
    .argument('<merchant>', MERCHANT)
    .argument('<number>', NUMBER)
    .action((merchant: string, number: string) =>
      perform({
        call: (client) => client.operator(placeOfOne(merchant, number), { method: 'DELETE' }),
        show: record,
      }),
    );
  examples(remove, ['callbacks endpoints remove MERCHANT 1']);
}
