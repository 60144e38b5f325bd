// `payouts`: the queue, batches with their files, banks' answers, and acts on many pay-outs at
// once.
import type { Command } from 'commander';
import { path } from '../client/client.ts';
import { EXIT } from '../client/exit-code.ts';
import {
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withPaging,
} from '../client/options.ts';
import { type Payout, paidPayoutOf, payoutOf, readPayout } from '../client/payout-place.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, objectOf, record, table } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';
import { addPayoutFileCommand, addPayoutLayoutsCommand } from './payout-file-command.ts';
import {
  ATTEMPT_COLUMNS,
  answers,
  anyRefused,
  anyWaits,
  BATCH_COLUMNS,
  BATCH_PAYOUT_COLUMNS,
  batchResult,
  outcomes,
  withPayout,
} from './payout-show.ts';
import { addRefundListCommand } from './refund-list-command.ts';
import { openStatement } from './statement-upload.ts';

type End = (exit_code: number) => void;

const BATCH = 'the batch’s id';
const QUEUE_COLUMNS = ['payout', 'amount_cents', 'amount_currency', 'type', 'created_at'];
const PAYOUT = 'MERCHANT/PAYOUT, as in the queue';
const PAID_PAYOUT = 'MERCHANT/PAYOUT=UTR, the first as in the queue';

const payoutsOf = (payouts: readonly Payout[]) => (payouts.length === 0 ? {} : { payouts });

const WORK_COLUMNS = ['payout', 'state', 'amount_cents', 'currency', 'taken_by', 'taken_at', 'utr'];

function addWork(payouts: Command, perform: Perform): void {
  const work = withPaging(
    payouts.command('work').description('pay-outs that somebody has taken, with who'),
  );
  work
    .option('--stage <stage>', 'taken (default), unconfirmed (at the bank), or ended (today)')
    .option('--currency <code>', 'in this currency')
    .option('--merchant-id <id>', 'of one merchant')
    .option('--receiving-account-id <id>', 'paid from this account')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/payouts/work', { query: fieldsOf(options) }),
        show: (body, view) =>
          table(
            arrayOf(body.data).map(({ attempt, taken_by, taken_at }) =>
              withPayout({ ...objectOf(attempt), taken_by, taken_at }),
            ),
            WORK_COLUMNS,
            view,
          ),
      }),
    );
  examples(work, ['payouts work --stage taken', 'payouts work --stage unconfirmed --currency INR']);
}

function addQueue(payouts: Command, perform: Perform): void {
  const queue = withPaging(
    payouts.command('queue').description('pay-outs not taken yet, oldest first'),
  );
  queue
    .option('--currency <code>', 'in this currency')
    .option('--merchant-id <id>', 'of one merchant')
    .option('--type <type>', 'to numbers of this payment type')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/payouts/queue', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data).map(withPayout), QUEUE_COLUMNS, view),
      }),
    );
  examples(queue, ['payouts queue --currency INR']);
  addWork(payouts, perform);
  const attempts = payouts.command('attempts').description('all attempts to send a pay-out');
  attempts
    .argument('<payout>', 'MERCHANT/PAYOUT', readPayout)
    .action(({ merchant_id, id }: Payout) =>
      perform({
        call: (client) => client.operator(path`/payouts/${merchant_id}/${id}/attempts`),
        show: (body, view) => table(arrayOf(body.data).map(withPayout), ATTEMPT_COLUMNS, view),
      }),
    );
  examples(attempts, ['payouts attempts MERCHANT/PAYOUT']);
}

type Act = {
  act: string;
  description: string;
  /** Each pay-out is given with its UTR. */
  with_utr?: true;
  options?: readonly (readonly [flags: string, description: string])[];
  example: string;
};

const ACTS: readonly Act[] = [
  {
    act: 'take',
    description: 'take pay-outs to pay them by hand',
    options: [['--receiving-account-id <id>', 'the account that pays']],
    example: 'take MERCHANT/PAYOUT MERCHANT/PAYOUT --receiving-account-id ACCOUNT',
  },
  {
    act: 'release',
    description:
      'put them back into the queue; only if nothing was sent (say how you know in --note)',
    example: 'release MERCHANT/PAYOUT --note "The bank was closed"',
  },
  {
    act: 'complete',
    description: 'mark them as paid, each with its UTR',
    with_utr: true,
    example: 'complete MERCHANT/PAYOUT=412345678901',
  },
  {
    act: 'reject',
    description: 'reject them: they will not be paid, and their holds are released',
    options: [['--reason <reason>', 'a state reason (default: beneficiary_rejected)']],
    example: 'reject MERCHANT/PAYOUT --note "The account is closed"',
  },
];

function addActs(payouts: Command, perform: Perform): void {
  for (const { act, description, with_utr = false, options = [], example } of ACTS) {
    const command = payouts.command(act).description(description);
    if (with_utr) command.argument('<payout...>', PAID_PAYOUT, paidPayoutOf);
    else command.argument('<payout...>', PAYOUT, payoutOf);
    for (const [flags, what] of options) command.option(flags, what);
    command
      .option('--note <text>', 'why, in your words; recorded in the timeline')
      .action((named: readonly Payout[], given: Options) =>
        perform({
          call: (client) =>
            client.operator(path`/payouts/${act}`, {
              method: 'POST',
              fields: { ...fieldsOf(given), ...payoutsOf(named) },
            }),
          show: outcomes,
          failed: anyRefused,
          waits: anyWaits,
        }),
      );
    examples(command, [`payouts ${example}`]);
  }
}

const BATCH_ACT = { show: batchResult, failed: anyRefused, waits: anyWaits };

const withWish = (command: Command) =>
  command
    .option('--count <count>', 'how many from the queue (default: 100)', wholeNumberOption)
    .option('--max-amount-cents <amount>', 'only pay-outs up to this amount', wholeNumberOption)
    .option('--merchant-id <id>', 'of one merchant only')
    .option('--note <text>', 'why; recorded in the audit trail');

function addMaking(batches: Command, perform: Perform): void {
  const create = withWish(batches.command('create').description('make a draft from the queue'));
  create
    .argument('[payout...]', 'MERCHANT/PAYOUT; without any the oldest of the queue', payoutOf, [])
    .requiredOption('--receiving-account-id <id>', 'the account that pays')
    .option('--rail <rail>', 'files (default) or simulated_bank')
    .option('--idempotency-key <key>', 'a repeated request continues with the same batch')
    .action((named: readonly Payout[], { idempotencyKey, ...options }: Options) =>
      perform({
        call: (client) =>
          client.operator('/payout_batches', {
            method: 'POST',
            fields: { ...fieldsOf(options), ...payoutsOf(named) },
            ...(typeof idempotencyKey === 'string'
              ? { headers: { 'idempotency-key': idempotencyKey } }
              : {}),
          }),
        ...BATCH_ACT,
      }),
    );
  examples(create, [
    'payouts batches create --receiving-account-id ACCOUNT --count 50',
    'payouts batches create MERCHANT/PAYOUT --receiving-account-id ACCOUNT --json',
  ]);
  const change = (act: 'take' | 'release', command: Command) =>
    command
      .argument('<batch>', BATCH)
      .argument('[payout...]', 'MERCHANT/PAYOUT', payoutOf, [])
      .action((id: string, named: readonly Payout[], options: Options) =>
        perform({
          call: (client) =>
            client.operator(path`/payout_batches/${id}/${act}`, {
              method: 'POST',
              fields: { ...fieldsOf(options), ...payoutsOf(named) },
            }),
          ...BATCH_ACT,
        }),
      );
  const take = withWish(batches.command('take').description('add pay-outs to a draft'));
  change('take', take);
  examples(take, ['payouts batches take BATCH --count 10']);
  const release = batches
    .command('release')
    .description('put pay-outs back into the queue; drafts only');
  release.requiredOption('--note <text>', 'why; recorded in the timeline');
  change('release', release);
  examples(release, ['payouts batches release BATCH --note "Wrong account"']);
}

function addBatches(payouts: Command, perform: Perform, terminal: Terminal, end: End): void {
  const batches = payouts.command('batches').description('batches of pay-outs for a bank');
  const list = withPaging(batches.command('list').description('batches, newest first'));
  list
    .option('--receiving-account-id <id>', 'of one paying account')
    .option('--rail <rail>', 'files or simulated_bank')
    .option('--state <state>', 'draft or exported')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/payout_batches', { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data), BATCH_COLUMNS, view),
      }),
    );
  examples(list, ['payouts batches list --state draft']);
  const show = batches.command('show').description('one batch');
  show
    .argument('<batch>', BATCH)
    .action((id: string) =>
      perform({ call: (client) => client.operator(path`/payout_batches/${id}`), show: record }),
    );
  withPaging(batches.command('payouts').description('the pay-outs of a batch'))
    .argument('<batch>', BATCH)
    .action((id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(path`/payout_batches/${id}/payouts`, { query: fieldsOf(options) }),
        show: (body, view) => table(arrayOf(body.data).map(withPayout), BATCH_PAYOUT_COLUMNS, view),
      }),
    );
  addMaking(batches, perform);
  addPayoutFileCommand(batches, perform, terminal, end);
  addPayoutLayoutsCommand(payouts, perform);
}

function addAnswers(payouts: Command, perform: Perform, terminal: Terminal, end: End): void {
  const command = payouts.command('answers').description('import the bank’s answers');
  command
    .argument('<file>', 'pain.002 or CSV; - reads standard input')
    .option('--format <format>', 'pain002 or csv (default: recognised by the first letter)')
    .action(async (file: string, options: Options) => {
      const given = await openStatement(file, terminal);
      if ('wrong' in given) {
        terminal.err(`${given.wrong}\n`);
        end(EXIT.failed);
        return;
      }
      await perform({
        call: (client) =>
          client.operator('/payout_answers', {
            method: 'POST',
            query: fieldsOf(options),
            upload: given.pieces,
            patient: true,
          }),
        show: answers,
      });
    });
  examples(command, ['payouts answers status.xml', 'payouts answers paid.csv --json']);
}

export function addPayoutCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: End,
): void {
  const payouts = program.command('payouts').description('pay-outs on their way to banks');
  addQueue(payouts, perform);
  addActs(payouts, perform);
  addBatches(payouts, perform, terminal, end);
  addAnswers(payouts, perform, terminal, end);
  addRefundListCommand(program, perform, terminal, end);
}
