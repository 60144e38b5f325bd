// `reports`: reports that come by themselves, made of saved views.
import type { Command } from 'commander';
import { path } from '../../client/client.ts';
import {
  collect,
  examples,
  fieldsOf,
  type Options,
  onOrOff,
  textOrNone,
  wholeNumberOption,
} from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, record, table } from '../../client/show.ts';

const COLUMNS = [
  'id',
  'name',
  'view_name',
  'every',
  'hour',
  'time_zone',
  'format',
  'enabled',
  'next_at',
];
const SENT = [
  'id',
  'created_at',
  'days',
  'person_id',
  'person_name',
  'status',
  'attempts',
  'trades',
  'problem',
];
const PEOPLE = ['id', 'name', 'role'];
const ID = 'the report';

function withTerms(command: Command): Command {
  return command
    .option('--name <name>', 'what people call it')
    .option('--view <id>', 'the saved view of trades that it is made of')
    .option('--every <every>', 'day, week or month: it has the whole one before')
    .option('--hour <hour>', 'when it is due, on the clocks of the time zone', wholeNumberOption)
    .option('--time-zone <zone>', 'whose days they are, as Asia/Kolkata')
    .option('--format <format>', 'xlsx or csv')
    .option('--recipient <person>', 'gets it by e-mail; may be repeated', collect)
    .option('--callback-url <url>', 'an address of yours that gets it signed; or none', textOrNone);
}

const bodyOf = ({ view, recipient, ...options }: Options) => ({
  ...fieldsOf(options),
  ...(view === undefined ? {} : { saved_view_id: view }),
  ...(recipient === undefined ? {} : { recipients: recipient }),
});

function addChanges(reports: Command, perform: Perform): void {
  const add = withTerms(
    reports.command('add').description('schedule one; the secret of callbacks is shown only now'),
  ).action((options: Options) =>
    perform({
      call: (client) =>
        client.operator('/scheduled_reports', { method: 'POST', fields: bodyOf(options) }),
      show: record,
    }),
  );
  examples(add, [
    'reports add --name "Failed yesterday" --view VIEW --every day --recipient PERSON',
    'reports add --name March --view VIEW --every month --hour 7 --time-zone Asia/Kolkata --format csv --recipient PERSON',
  ]);
  const change = withTerms(reports.command('change').description('the rest stays'))
    .argument('<id>', ID)
    .option('--rotate-secret', 'a new secret for the address')
    .option('--enabled <on-or-off>', 'whether it is sent', onOrOff)
    .action((id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/scheduled_reports/${id}`, {
            method: 'PATCH',
            fields: bodyOf(options),
          }),
        show: record,
      }),
    );
  examples(change, ['reports change REPORT --enabled off']);
  const remove = reports.command('remove').description('remove one');
  remove.argument('<id>', ID).action((id: string) =>
    perform({
      call: (client) => client.operator(path`/scheduled_reports/${id}`, { method: 'DELETE' }),
      show: record,
    }),
  );
  examples(remove, ['reports remove REPORT']);
}

export function addScheduledReportCommands(program: Command, perform: Perform): void {
  const reports = program.command('reports').description('reports that come by themselves');
  const list = reports.command('list').description('when each is due, and how the last one went');
  list.action(() =>
    perform({
      call: (client) => client.operator('/scheduled_reports'),
      show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
    }),
  );
  examples(list, ['reports list']);
  const people = reports.command('people').description('who may be a recipient');
  people.action(() =>
    perform({
      call: (client) => client.operator('/scheduled_reports'),
      show: (body, view) => table(arrayOf(body.people), PEOPLE, view),
    }),
  );
  examples(people, ['reports people']);
  addChanges(reports, perform);
  const send = reports.command('send').description('send one now, of the last days that are over');
  send
    .argument('<id>', ID)
    .option('--sending-id <id>', 'one of `reports sent`: its days again, to its recipient only')
    .action((id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/scheduled_reports/${id}/send`, {
            method: 'POST',
            fields: fieldsOf(options),
          }),
        show: (body, view) => table(arrayOf(body.data), SENT, view),
      }),
    );
  examples(send, ['reports send REPORT', 'reports send REPORT --sending-id SENDING']);
  const sent = reports.command('sent').description('to whom one was sent, and how that went');
  sent.argument('<id>', ID).action((id: string) =>
    perform({
      call: (client) => client.operator(path`/scheduled_reports/${id}/sendings`),
      show: (body, view) => table(arrayOf(body.data), SENT, view),
    }),
  );
  examples(sent, ['reports sent REPORT']);
}
