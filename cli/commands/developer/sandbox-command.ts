// `sandbox`: what a developer can make the sandbox do: payments of its simulated bank, and faults.
import { type Command, InvalidArgumentError } from 'commander';
import {
  type AsMerchant,
  type MerchantOptions,
  merchantOfToken,
  OF_MERCHANT,
  sandboxMerchant,
} from '../../client/as-merchant.ts';
import type { Json, Problem } from '../../client/client.ts';
import { examples, wholeNumberOption } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { MERCHANT_TOKEN_OPTION } from '../../client/settings.ts';
import { arrayOf, heading, record, table, type View } from '../../client/show.ts';
import type { Terminal } from '../../client/terminal.ts';
import { placeOrProblem, TRADE_PLACE } from '../../client/trade-place.ts';

type ActCommand = {
  /** The API's word has underscores instead of hyphens. */
  name: string;
  description: string;
  takes_amount?: true;
};

const ACTS: readonly ActCommand[] = [
  { name: 'pay', description: 'pay-in: the payer transfers the amount', takes_amount: true },
  { name: 'pay-less', description: 'pay-in: the payer transfers a tenth too little' },
  { name: 'pay-more', description: 'pay-in: the payer transfers a tenth too much' },
  { name: 'pay-twice', description: 'pay-in: the payer pays, and the bank tells it twice' },
  { name: 'pay-late', description: 'pay-in: it expires at once, and is paid after that' },
  { name: 'expire', description: 'pay-in: it expires at once' },
  { name: 'take-back', description: 'pay-in: the bank takes it back', takes_amount: true },
  { name: 'reject-claim', description: 'pay-in: the claimed transfer does not exist' },
  { name: 'send', description: 'pay-out: send it; the end of its amount says what follows' },
];

const FAULTS: Readonly<Record<string, string>> = {
  api_unavailable: 'the next requests with your token are answered with 503',
  callbacks_fail: 'the next attempts to deliver your callbacks fail, without being sent',
};

function readFault(text: string): string {
  if (Object.hasOwn(FAULTS, text)) return text;
  throw new InvalidArgumentError(`It must be one of: ${Object.keys(FAULTS).join(', ')}.`);
}

/** A command that needs only the merchant's token. */
const withToken = (command: Command) => command.option(...MERCHANT_TOKEN_OPTION);

const isAboutTrade = ({ errors }: Problem) => arrayOf(errors).some(({ field }) => field === 'id');

type ActOptions = MerchantOptions & { amountCents?: number };

function addAct(sandbox: Command, as: AsMerchant, { name, description, takes_amount }: ActCommand) {
  const act = name.replaceAll('-', '_');
  const command = sandbox.command(name).description(description).argument('<trade>', TRADE_PLACE);
  if (takes_amount) {
    command.option('--amount-cents <amount>', 'another amount, in minor units', wholeNumberOption);
  }
  withToken(command).action((text: string, { amountCents, ...options }: ActOptions) =>
    as(options, {
      async call(client, token) {
        const place = placeOrProblem(text);
        if ('kind' in place) return place;
        const { merchant: merchant_id, trade: id } = place;
        const amount = amountCents === undefined ? {} : { amount_cents: amountCents };
        const fields = { merchant_id, id, act, ...amount };
        return await client.merchant('/sandbox/orders', token, { method: 'POST', fields });
      },
      show: record,
      hint: (problem) => (isAboutTrade(problem) ? `There is no trade ${text}.` : null),
    }),
  );
  examples(command, [
    `sandbox ${name} MERCHANT/TRADE`,
    `sandbox ${name} http://127.0.0.1:8080/pay/…${takes_amount ? ' --amount-cents 149900' : ''}`,
  ]);
}

const VALUE_COLUMNS = ['value', 'name', 'what', 'ends_as'];

/** `9002`, or `900001…` of a UTR. */
function valueRow(row: Json): Json {
  const { kind, amount_cents, utr_beginning, refused, state, state_reason } = row;
  const value = amount_cents ?? `${String(utr_beginning)}…`;
  const reason = state_reason === null ? '' : ` (${String(state_reason)})`;
  return { ...row, kind, value, ends_as: refused ?? `${String(state)}${reason}` };
}

const VALUE_KINDS = [
  ['payin_amount', 'Amounts of pay-ins that the bank answers by itself'],
  ['utr', 'UTRs with which a pay-in is claimed'],
  ['payout_amount', 'Amounts of pay-outs'],
] as const;

function shownSandbox(body: Json, view: View): string {
  const { bank_answers, bank_delay_seconds, magic_values, faults } = body;
  const values = arrayOf(magic_values).map(valueRow);
  return [
    record({ bank_answers, bank_delay_seconds }, view),
    ...VALUE_KINDS.flatMap(([kind, words]) => [
      heading(words, view),
      table(
        values.filter((row) => row.kind === kind),
        VALUE_COLUMNS,
        view,
      ),
    ]),
    heading('Faults that you asked for', view),
    table(arrayOf(faults), ['fault', 'times_left'], view),
  ].join('');
}

function addShow(sandbox: Command, as: AsMerchant): void {
  const show = sandbox.command('show').description('its bank, its magic values, your faults');
  show.option(...OF_MERCHANT);
  withToken(show).action(({ merchantId: merchant_id, ...options }) =>
    as(options, {
      call: (client, token) =>
        client.merchant(
          '/sandbox',
          token,
          merchant_id === undefined ? {} : { query: { merchant_id } },
        ),
      show: shownSandbox,
    }),
  );
  examples(show, ['sandbox show']);
}

function addFaults(sandbox: Command, as: AsMerchant): void {
  const faults = sandbox.command('faults').description('faults that your program is to meet');
  const lines = Object.entries(FAULTS).map(([fault, what]) => `  ${fault}: ${what}`);
  const ask = (
    { merchantId, ...options }: MerchantOptions & { merchantId?: string },
    fields: Json,
  ) =>
    as(options, {
      async call(client, token) {
        const merchant_id = await merchantOfToken(client, token, merchantId);
        if (typeof merchant_id !== 'string') return merchant_id;
        const named = { merchant_id, ...fields };
        return await client.merchant('/sandbox/faults', token, { method: 'POST', fields: named });
      },
      show: record,
    });
  const set = faults.command('set').description('let the next ones fail');
  set.argument('<fault>', Object.keys(FAULTS).join(' or '), readFault);
  set.option(...OF_MERCHANT).option('--times <count>', 'how often', wholeNumberOption, 1);
  withToken(set).action((fault: string, { times, ...options }) => ask(options, { fault, times }));
  examples(set, ['sandbox faults set callbacks_fail --times 3']);
  set.addHelpText('after', `\nFaults:\n${lines.join('\n')}`);

  const clear = faults.command('clear').description('let nothing fail any longer');
  clear.argument('<fault>', Object.keys(FAULTS).join(' or '), readFault);
  clear.option(...OF_MERCHANT);
  withToken(clear).action((fault: string, options) => ask(options, { fault, times: 0 }));
  examples(clear, ['sandbox faults clear api_unavailable']);
}

export function addSandboxCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const sandbox = program
    .command('sandbox')
    .description('make the sandbox’s bank pay, and faults happen, as a merchant’s developer');
  const as = sandboxMerchant('sandbox', perform, terminal, end);
  addShow(sandbox, as);
  for (const row of ACTS) addAct(sandbox, as, row);
  addFaults(sandbox, as);
}
