// `disputes`: contested trades, from their opening to their end.
import type { Command } from 'commander';
import { type Json, path } from '../../client/client.ts';
import {
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withExpectedSequence,
  withPaging,
} from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { actorInWords, arrayOf, heading, objectOf, table, type View } from '../../client/show.ts';
import { locate } from '../../client/trade-place.ts';
import { addDisputeFileCommands } from './dispute-file-commands.ts';
import { DISPUTE, disputePath, disputeText, withDispute } from './dispute-place.ts';

const TRADE = 'MERCHANT/TRADE, the trade’s id, or its page’s address';

const LIST_COLUMNS = [
  'dispute',
  'type',
  'state',
  'amount_cents',
  'amount_currency',
  'deadline_at',
  'is_overdue',
  'outcome',
  'order_id',
];

const MESSAGE_COLUMNS = ['number', 'sent_at', 'author', 'visibility', 'text', 'file'];

/** The id by which the file is downloaded. */
const withFile = (message: Json): Json => ({
  ...message,
  file: message.file === null ? null : objectOf(message.file).id,
});

function timeline(body: Json, view: View): string {
  const rows = arrayOf(body.timeline).map((event) => ({
    ...event,
    by: actorInWords(event.actor),
  }));
  return [
    disputeText(objectOf(body.dispute), view),
    heading('Timeline', view),
    table(rows, ['sequence', 'at', 'event', 'state', 'outcome', 'by', 'note'], view),
    heading('Messages', view),
    table(arrayOf(body.messages).map(withFile), MESSAGE_COLUMNS, view),
    heading('Files of the payer', view),
    table(arrayOf(body.receipts), ['id', 'file_type', 'size_bytes', 'given_at'], view),
  ].join('');
}

/** `1000+`: more than are counted. */
const countRows = (body: Json): Json[] =>
  Object.entries(body).map(([disputes, value]) => {
    const { count, has_more } = objectOf(value);
    return { disputes, count: `${String(count)}${has_more === true ? '+' : ''}` };
  });

function addReading(disputes: Command, perform: Perform): void {
  const list = withPaging(disputes.command('list').description('disputes, newest first'));
  list
    .option('--merchant-id <id>', 'of one merchant')
    .option('--trade-id <id>', 'of one trade')
    .option('--client-id <name>', 'about orders of one customer')
    .option('--state <state>', 'in this state')
    .option('--type <type>', 'of this type')
    .option('--assigned-to <id>', 'that this person or token looks after')
    .option('--open <true|false>', 'not closed, or closed')
    .option('--overdue <true|false>', 'whose deadline has passed, or not')
    .option('--opened-from <time>', 'opened at or after this time or day (UTC)')
    .option('--opened-to <time>', 'opened before this time or day (UTC)')
    .option('--due-before <time>', 'not closed, with a deadline before this time')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/disputes', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data).map(withDispute), LIST_COLUMNS, view),
      }),
    );
  examples(list, ['disputes list --open true', 'disputes list --overdue true']);
  disputes
    .command('counts')
    .description('how many are not closed')
    .option('--merchant-id <id>', 'of one merchant')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/disputes/counts', { query: fieldsOf(options) }),
        show: (body, view) => table(countRows(body), ['disputes', 'count'], view),
      }),
    );
  disputes
    .command('show')
    .description('one dispute with everything that happened to it')
    .argument('<dispute>', DISPUTE)
    .action((text: string) =>
      perform({ call: (client) => client.operator(disputePath(text)), show: timeline }),
    );
}

function addOpening(disputes: Command, perform: Perform): void {
  const open = disputes.command('open').description('contest a trade or a part of its amount');
  open
    .argument('<trade>', TRADE)
    .requiredOption('--type <type>', 'why, such as fraud or paid_not_credited')
    .option('--amount-cents <amount>', 'the part (default: all that is left)', wholeNumberOption)
    .requiredOption('--note <text>', 'why, in your words')
    .action((text: string, options: Options) =>
      perform({
        call: async (client) => {
          const place = await locate(client, text);
          if ('kind' in place) return place;
          const { merchant, trade } = place;
          return await client.operator(path`/trades/${merchant}/${trade}/disputes`, {
            method: 'POST',
            fields: fieldsOf(options),
          });
        },
        show: disputeText,
      }),
    );
  examples(open, ['disputes open TRADE --type fraud --amount-cents 5000 --note "Police report"']);
}

type StepRow = {
  act: string;
  description: string;
  options?: readonly (readonly [flags: string, description: string])[];
  example: string;
};

const STEPS: readonly StepRow[] = [
  {
    act: 'decide',
    description: 'decide a dispute or its appeal',
    options: [
      ['--outcome <outcome>', 'upheld, partly_upheld or rejected'],
      ['--amount-cents <amount>', 'partly_upheld: the part that was right'],
      ['--evidence-line-id <id>', 'a bank line that shows it'],
      ['--evidence-utr <utr>', 'or the UTR of such a line'],
      ['--utr <utr>', 'a pay-out that was paid, if no bank line shows it: its UTR'],
    ],
    example: 'decide DISPUTE --outcome rejected --note "Seen in the statement"',
  },
  {
    act: 'message',
    description: 'write to the merchant and the customer, or a note for operators',
    options: [
      ['--text <text>', 'what you want to say'],
      ['--visibility <who>', 'shared (default), merchant (not the customer) or internal'],
    ],
    example: 'message DISPUTE --text "Please send the invoice"',
  },
  {
    act: 'ask',
    description: 'wait for an answer of a party',
    options: [
      ['--party <party>', 'merchant, customer or operator'],
      ['--deadline-at <time>', 'a new deadline'],
    ],
    example: 'ask DISPUTE --party merchant',
  },
  {
    act: 'assign',
    description: 'say who looks after it (nobody, without --to)',
    options: [['--to <id>', 'a person or operator token']],
    example: 'assign DISPUTE --to PERSON',
  },
  {
    act: 'accept',
    description: 'accept it for the merchant, who bears the contested amount',
    example: 'accept DISPUTE --note "Agreed by phone"',
  },
  { act: 'withdraw', description: 'withdraw it', example: 'withdraw DISPUTE' },
  { act: 'appeal', description: 'appeal its decision, once', example: 'appeal DISPUTE' },
  {
    act: 'close',
    description: 'close it once its decision can no longer be appealed; the outcome takes effect',
    example: 'close DISPUTE',
  },
];

function addStep(disputes: Command, perform: Perform, row: StepRow): void {
  const command = disputes.command(row.act).description(row.description);
  command.argument('<dispute>', DISPUTE);
  for (const [flags, description] of row.options ?? []) {
    if (flags.startsWith('--amount-cents')) command.option(flags, description, wholeNumberOption);
    else command.option(flags, description);
  }
  command.option('--note <text>', 'why, in your words; merchants do not see it');
  if (row.act !== 'message') withExpectedSequence(command);
  examples(command, [`disputes ${row.example}`]);
  command.action((text: string, options: Options) =>
    perform({
      call: (client) =>
        client.operator(`${disputePath(text)}/${row.act}`, {
          method: 'POST',
          fields: fieldsOf(options),
        }),
      show: disputeText,
    }),
  );
}

export function addDisputeCommands(
  program: Command,
  perform: Perform,
  ends: Parameters<typeof addDisputeFileCommands>[2],
): void {
  const disputes = program.command('disputes').description('contested trades');
  addReading(disputes, perform);
  addOpening(disputes, perform);
  for (const row of STEPS) addStep(disputes, perform, row);
  addDisputeFileCommands(disputes, perform, ends);
}
