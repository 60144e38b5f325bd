// `alerts`: what was raised, who deals with it, and when notices are sent.
import { type Command, InvalidArgumentError } from 'commander';
import { path } from '../../client/client.ts';
import {
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withPaging,
} from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, heading, record, table } from '../../client/show.ts';
import { addRecipientCommands } from './recipient-commands.ts';

const COLUMNS = ['id', 'state', 'severity', 'raised_at', 'acknowledged_at', 'recovered_at', 'text'];

function addList(alerts: Command, perform: Perform): void {
  const list = withPaging(alerts.command('list').description('alerts, newest first'));
  list.option('--state <state>', 'raised or recovered').action((options: Options) =>
    perform({
      call: (client) => client.operator('/alerts', { query: fieldsOf(options) }),
      show: (body, view) => table(arrayOf(body.data), COLUMNS, view),
    }),
  );
  examples(list, ['alerts list --state raised']);
}

function addAck(alerts: Command, perform: Perform): void {
  const ack = alerts.command('ack').description('acknowledge one: it is not sent again');
  ack
    .argument('<id>', 'the alert’s id')
    .option('--note <text>', 'what is being done about it')
    .action((id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/alerts/${id}/acknowledge`, {
            method: 'POST',
            fields: fieldsOf(options),
          }),
        show: record,
      }),
    );
  examples(ack, ['alerts ack ALERT --note "the bank is working on it"']);
}

type KindChange = { kind: string; threshold?: number | null; enabled?: boolean };

/** `kind=30`, `kind=default`, `kind=on` or `kind=off`. */
function kindChange(text: string, before: readonly KindChange[] = []): readonly KindChange[] {
  const [, kind, value] = /^([a-z_]{1,40})=(\d{1,7}|default|on|off)$/.exec(text) ?? [];
  if (kind === undefined) {
    throw new InvalidArgumentError('It must be like payouts_to_send=60, =default, =on or =off.');
  }
  const number = value === 'default' ? null : Number(value);
  const change =
    value === 'on' || value === 'off' ? { enabled: value === 'on' } : { threshold: number };
  const same = before.find((one) => one.kind === kind);
  return [...before.filter((one) => one !== same), { kind, ...same, ...change }];
}

/** `22:00-07:00`, or `none`. */
function quietHours(text: string): { quiet_from: string | null; quiet_to: string | null } {
  if (text === 'none') return { quiet_from: null, quiet_to: null };
  const [, quiet_from, quiet_to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  if (quiet_from === undefined || quiet_to === undefined) {
    throw new InvalidArgumentError('It must be like 22:00-07:00, or none.');
  }
  return { quiet_from, quiet_to };
}

function addSettings(alerts: Command, perform: Perform): void {
  const settings = alerts
    .command('settings')
    .description('thresholds, quiet hours and intervals; options change them')
    .option(
      '--quiet <from-to>',
      'only critical alerts are sent then: 22:00-07:00, or none',
      quietHours,
    )
    .option('--time-zone <zone>', 'of the quiet hours, like Asia/Kolkata')
    .option(
      '--raise-after-minutes <count>',
      'over for so long before it is raised',
      wholeNumberOption,
    )
    .option(
      '--recover-after-minutes <count>',
      'clear for so long before it is over',
      wholeNumberOption,
    )
    .option('--remind-after-minutes <count>', 'how often it is sent again', wholeNumberOption)
    .option('--kind <kind=value>', 'a threshold, default, on or off; may be repeated', kindChange);
  settings.action(({ quiet, kind, ...options }: Options) => {
    const fields = {
      ...fieldsOf(options),
      ...Object(quiet),
      ...(kind === undefined ? {} : { kinds: kind }),
    };
    const is_change = Object.keys(fields).length > 0;
    return perform({
      call: (client) =>
        client.operator('/alert_settings', is_change ? { method: 'PATCH', fields } : {}),
      show: ({ kinds, ...rest }, view) =>
        [
          record(rest, view),
          heading('Kinds', view),
          table(
            arrayOf(kinds),
            ['kind', 'severity', 'unit', 'default_threshold', 'threshold', 'enabled'],
            view,
          ),
        ].join(''),
    });
  });
  examples(settings, [
    'alerts settings',
    'alerts settings --quiet 22:00-07:00 --time-zone Asia/Kolkata',
    'alerts settings --kind payouts_to_send=60 --kind balances_negative=off',
  ]);
}

export function addAlertCommands(program: Command, perform: Perform): void {
  const alerts = program.command('alerts').description('alerts about what needs a decision');
  addList(alerts, perform);
  addAck(alerts, perform);
  addSettings(alerts, perform);
  addRecipientCommands(alerts, perform);
}
