// `trigger`: makes an event happen in the sandbox, with a real order.
import { randomInt, randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { refuseLiveToken } from '../../client/as-merchant.ts';
import { type Client, type Json, path, type ServiceAnswer } from '../../client/client.ts';
import { EXIT } from '../../client/exit-code.ts';
import { examples, wholeNumberOption } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { MERCHANT_TOKEN_OPTION, readMerchantToken } from '../../client/settings.ts';
import { record } from '../../client/show.ts';
import type { Terminal } from '../../client/terminal.ts';
import {
  NEW_UTR,
  NOT_TRIGGERED,
  ORDER,
  TRIGGERS,
  type Trigger,
  type TriggerStep,
} from '../../client/triggers.ts';

type TriggerOptions = {
  merchantId: string;
  currency: string;
  amountCents?: number;
  merchantTokenFile?: string;
};

type Asked = { event: string; trigger: Trigger; options: TriggerOptions; token: string };

function readEvent(event: string): string {
  if (TRIGGERS[event] !== undefined) return event;
  const why = NOT_TRIGGERED[event];
  if (why !== undefined) throw new InvalidArgumentError(`Not this one: ${why}.`);
  throw new InvalidArgumentError(`It must be one of: ${Object.keys(TRIGGERS).join(', ')}.`);
}

function firstFields({ trigger, options }: Asked): Json {
  return {
    merchant_id: options.merchantId,
    order_id: `trigger-${randomUUID()}`,
    // Any amount, so that other open orders rarely have the same.
    amount_cents: options.amountCents ?? randomInt(10_000, 99_999),
    amount_currency: options.currency,
    type: 'account',
    client_id: 'trigger',
    ...(trigger.direction === 'payout' ? { number: '000111222333', name: 'Asha Rao' } : {}),
  };
}

async function take(client: Client, asked: Asked, id: string, step: TriggerStep) {
  const { options, token } = asked;
  const named = (value: unknown) => {
    if (value === ORDER) return id;
    return value === NEW_UTR ? `TRIGGER${randomInt(10 ** 9, 10 ** 10)}` : value;
  };
  const given = Object.entries(step.fields).map(([name, value]) => [name, named(value)]);
  const fields: Json = Object.fromEntries(given);
  if (step.as === 'operator') {
    const place = path`/trades/${options.merchantId}/${id}/${step.act}`;
    return await client.operator(place, { method: 'POST', fields });
  }
  const own = { merchant_id: options.merchantId, ...fields };
  return await client.merchant(step.path, token, { method: 'POST', fields: own });
}

async function make(client: Client, asked: Asked): Promise<ServiceAnswer> {
  const { event, trigger, options, token } = asked;
  const refused = refuseLiveToken('trigger', token);
  if (refused !== null) return refused;
  const noun = trigger.direction === 'payin' ? 'deposit' : 'withdrawal';
  const made = await client.merchant(`/orders/${noun}/create`, token, {
    method: 'POST',
    fields: firstFields(asked),
  });
  if (made.kind !== 'body') return made;
  const id = String(made.body.id);
  for (const step of trigger.steps) {
    const answer = await take(client, asked, id, step);
    if (answer.kind !== 'body') return answer;
  }
  const trade = `${options.merchantId}/${id}`;
  return { kind: 'body', body: { event, trade, order_id: made.body.order_id } };
}

export function addTriggerCommand(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const command = program
    .command('trigger')
    .description('make an event happen, with a real order; in the sandbox only')
    .argument('<event>', 'such as deposit.completed', readEvent)
    .requiredOption('--merchant-id <id>', 'the merchant whose token it is')
    .option('--currency <code>', 'of the order', 'INR')
    .option('--amount-cents <amount>', 'of the order (default: a random one)', wholeNumberOption)
    .option(...MERCHANT_TOKEN_OPTION)
    .addHelpText('after', `\nEvents:\n  ${Object.keys(TRIGGERS).join('\n  ')}`)
    .action(async (event: string, options: TriggerOptions) => {
      const token = readMerchantToken(options.merchantTokenFile, terminal);
      const trigger = TRIGGERS[event];
      if (typeof token === 'object') {
        terminal.err(`${token.wrong}\n`);
        return end(EXIT.usage);
      }
      if (trigger === undefined) throw new Error(`No trigger for ${event}`);
      const asked = { event, trigger, options, token };
      await perform({
        call: (client) => make(client, asked),
        show: record,
        hint: ({ code }) =>
          code === 'insufficient_funds'
            ? 'Give the merchant money first: payment-orders adjust MERCHANT --amount-cents …'
            : null,
      });
    });
  examples(command, [
    'trigger deposit.completed --merchant-id MERCHANT',
    'trigger withdrawal.failed --merchant-id MERCHANT --amount-cents 120000 --json',
  ]);
}
