// `alerts recipients` and `alerts test`: who receives alerts, and whether notices arrive.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
import { collect, examples, fieldsOf, type Options, onOrOff } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, record, table } from '../../client/show.ts';

const COLUMNS = [
  'id',
  'channel',
  'name',
  'address',
  'min_severity',
  'enabled',
  'last_delivered_at',
  'failing_since',
  'last_problem',
  'merchant_id',
];
const ID = 'the recipient’s id';

function withFilters(command: Command): Command {
  return command
    .option('--name <name>', 'what people call it')
    .option('--address <address>', 'a URL for callbacks, or an e-mail address')
    .option('--min-severity <severity>', 'warning, or critical for nothing else')
    .option('--kind <kind>', 'only of this kind; may be repeated', collect)
    .option('--enabled <on-or-off>', 'whether notices are sent', onOrOff);
}

const bodyOf = ({ kind, ...options }: Options) => ({
  ...fieldsOf(options),
  ...(kind === undefined ? {} : { kinds: kind }),
});

function addChanges(recipients: Command, perform: Perform): void {
  const add = withFilters(
    recipients.command('add').description('add one; the secret of a callback is shown only now'),
  );
  add.option('--merchant-id <id>', 'a person of this merchant: told of its endpoints only');
  add.requiredOption('--channel <channel>', 'callback or email').action((options: Options) =>
    perform({
      call: (client) =>
        client.operator('/alert_recipients', { method: 'POST', fields: bodyOf(options) }),
      show: record,
    }),
  );
  examples(add, [
    'alerts recipients add --channel email --name Operations --address ops@example.com',
    'alerts recipients add --channel email --name Shop --address dev@shop.example --merchant-id MERCHANT',
    'alerts recipients add --channel callback --name Pager --address https://pager.example/hook --min-severity critical',
  ]);
  const change = withFilters(recipients.command('change').description('the rest stays'));
  change
    .argument('<id>', ID)
    .option('--rotate-secret', 'a new secret; the old one signs for 24 hours more')
    .action((id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/alert_recipients/${id}`, {
            method: 'PATCH',
            fields: bodyOf(options),
          }),
        show: record,
      }),
    );
  examples(change, ['alerts recipients change RECIPIENT --rotate-secret']);
  recipients
    .command('remove')
    .description('remove one')
    .argument('<id>', ID)
    .action((id: string) =>
      perform({
        call: (client) => client.operator(path`/alert_recipients/${id}`, { method: 'DELETE' }),
        show: record,
      }),
    );
}

export function addRecipientCommands(alerts: Command, perform: Perform): void {
  const recipients = alerts.command('recipients').description('who is told of alerts');
  recipients.action(() =>
    perform({
      call: (client) => client.operator('/alert_recipients'),
      show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
    }),
  );
  addChanges(recipients, perform);
  const test = alerts.command('test').description('send a test, and say what happened');
  test.argument('<id>', ID).action((id: string) =>
    perform({
      call: (client) => client.operator(path`/alert_recipients/${id}/test`, { method: 'POST' }),
      show: record,
    }),
  );
  examples(test, ['alerts test RECIPIENT']);
}
