// `trigger`: makes an event happen in the sandbox, with a real order.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { merchantOfToken, OF_MERCHANT, refuseLiveToken } from '../../client/as-merchant.ts';
import {
  type Client,
  type Json,
  ownProblem,
  path,
  type ServiceAnswer,
} from '../../client/client.ts';
import { EXIT } from '../../client/exit-code.ts';
import { examples, wholeNumberOption } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { MERCHANT_TOKEN_OPTION, readMerchantToken } from '../../client/settings.ts';
import { objectOf, record } from '../../client/show.ts';
import type { Terminal } from '../../client/terminal.ts';
import {
  asksOperator,
  DISPUTE_ID,
  NEW_UTR,
  ORDER,
  TRIGGERS,
  type Trigger,
  type TriggerStep,
} from '../../client/triggers.ts';

type TriggerOptions = {
  merchantId?: string;
  currency: string;
  amountCents?: number;
  merchantTokenFile?: string;
};

type Wish = { event: string; trigger: Trigger; options: TriggerOptions; token: string };
type Asked = Wish & { merchant_id: string };

function readEvent(event: string): string {
  if (TRIGGERS[event] !== undefined) return event;
  throw new InvalidArgumentError(`It must be one of: ${Object.keys(TRIGGERS).join(', ')}.`);
}

/** So that other open orders rarely have the same. */
const anyAmount = ({ ending }: Trigger) =>
  ending === undefined ? randomInt(10_000, 99_999) : randomInt(100, 999) * 100 + ending;

/** An amount by which the simulated bank would do something else. */
function refuseAmount({ event, trigger, options }: Wish): ServiceAnswer | null {
  const { ending } = trigger;
  const { amountCents: amount } = options;
  if (ending === undefined || amount === undefined || amount % 100 === ending) return null;
  return ownProblem(
    'wrong_amount',
    `For ${event} the amount must end with ${ending}: ` +
      'the simulated bank decides by the last two digits.',
  );
}

function firstFields({ trigger, options, merchant_id }: Asked): Json {
  return {
    merchant_id,
    order_id: `trigger-${randomUUID()}`,
    amount_cents: options.amountCents ?? anyAmount(trigger),
    amount_currency: options.currency,
    type: 'account',
    client_id: 'trigger',
    ...(trigger.direction === 'payout' ? { number: '000111222333', name: 'Asha Rao' } : {}),
  };
}

type Ids = { trade: string; dispute: string };

const TRIES = 120;
const BETWEEN_TRIES_MS = 500;

/** The simulated bank answers after some seconds, as a rail does. */
async function untilBankAnswers(client: Client, asked: Asked, ids: Ids, leads_to: string) {
  const { merchant_id, token } = asked;
  const place = path`/orders/${merchant_id}/${ids.trade}`;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = await client.merchant(place, token);
    if (found.kind !== 'body') return found;
    const { state } = found.body;
    // What has no state is no order: nothing would come of waiting.
    if (state === leads_to || typeof state !== 'string') return found;
    await setTimeout(BETWEEN_TRIES_MS);
  }
  const message = `The simulated bank has not answered order ${ids.trade} within a minute.`;
  return { kind: 'unreachable', message } as const;
}

async function take(client: Client, asked: Asked, ids: Ids, step: TriggerStep) {
  const { merchant_id, token } = asked;
  const named = (value: unknown) => {
    if (value === ORDER) return ids.trade;
    if (value === DISPUTE_ID) return ids.dispute;
    return value === NEW_UTR ? `TRIGGER${randomInt(10 ** 9, 10 ** 10)}` : value;
  };
  if (step.as === 'bank') return await untilBankAnswers(client, asked, ids, step.leads_to);
  const given = Object.entries(step.fields).map(([name, value]) => [name, named(value)]);
  const fields: Json = Object.fromEntries(given);
  if (step.as === 'operator') {
    const place = path`/${`${step.on}s`}/${merchant_id}/${ids[step.on]}/${step.act}`;
    return await client.operator(place, { method: 'POST', fields });
  }
  const own = { merchant_id, ...fields };
  return await client.merchant(step.path, token, { method: 'POST', fields: own });
}

async function createOrder(client: Client, asked: Asked): Promise<ServiceAnswer> {
  const noun = asked.trigger.direction === 'payin' ? 'deposit' : 'withdrawal';
  return await client.merchant(`/orders/${noun}/create`, asked.token, {
    method: 'POST',
    fields: firstFields(asked),
  });
}

/** The service has done it, or its answer was lost. */
const mayBeDone = ({ kind }: ServiceAnswer) => kind === 'body' || kind === 'unreachable';

/** With the merchant's setting that the page assigns the account; it is as before afterwards. */
async function createDeferred(client: Client, asked: Asked): Promise<ServiceAnswer> {
  const { merchant_id } = asked;
  const place = path`/merchants/${merchant_id}`;
  const known = await client.operator(place);
  if (known.kind !== 'body') return known;
  if (objectOf(known.body.settings).deferred_assignment === true)
    return await createOrder(client, asked);
  const set = (deferred_assignment: boolean) =>
    client.operator(place, { method: 'PATCH', fields: { settings: { deferred_assignment } } });
  const changed = await set(true);
  if (!mayBeDone(changed)) return changed;
  const made = changed.kind === 'body' ? await createOrder(client, asked) : changed;
  const restored = await set(false);
  if (restored.kind === 'body') return made;
  const message =
    'The merchant’s setting deferred_assignment may still be on. Put it back: ' +
    `merchants update ${merchant_id} --set deferred_assignment=false`;
  return { kind: 'unreachable', message };
}

async function make(client: Client, wish: Wish): Promise<ServiceAnswer> {
  const { event, trigger, options, token } = wish;
  const refused = refuseLiveToken('trigger', token) ?? refuseAmount(wish);
  if (refused !== null) return refused;
  const merchant_id = await merchantOfToken(client, token, options.merchantId);
  if (typeof merchant_id !== 'string') return merchant_id;
  const asked = { ...wish, merchant_id };
  const create = trigger.is_deferred === true ? createDeferred : createOrder;
  const made = await create(client, asked);
  if (made.kind !== 'body') return made;
  const ids = { trade: String(made.body.id), dispute: '' };
  for (const step of trigger.steps) {
    const answer = await take(client, asked, ids, step);
    if (answer.kind !== 'body') return answer;
    if (step.as === 'merchant' && step.path === '/disputes/create') {
      ids.dispute = String(answer.body.id);
    }
  }
  const trade = `${merchant_id}/${ids.trade}`;
  return { kind: 'body', body: { event, trade, order_id: made.body.order_id } };
}

const eventLine = ([event, trigger]: readonly [string, Trigger]) =>
  asksOperator(trigger) ? `  ${event} (also needs the operator token)` : `  ${event}`;

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
    .option(...OF_MERCHANT)
    .option('--currency <code>', 'of the order', 'INR')
    .option('--amount-cents <amount>', 'of the order (default: a random one)', wholeNumberOption)
    .option(...MERCHANT_TOKEN_OPTION)
    .addHelpText('after', `\nEvents:\n${Object.entries(TRIGGERS).map(eventLine).join('\n')}`)
    .action(async (event: string, options: TriggerOptions) => {
      const token = readMerchantToken(options.merchantTokenFile, terminal);
      const trigger = TRIGGERS[event];
      if (typeof token === 'object') {
        terminal.err(`${token.wrong}\n`);
        return end(EXIT.usage);
      }
      if (trigger === undefined) throw new Error(`No trigger for ${event}`);
      const wish = { event, trigger, options, token };
      await perform({
        call: (client) => make(client, wish),
        show: record,
        ...(asksOperator(trigger) ? {} : { open: true as const }),
        hint: ({ code }) =>
          code === 'insufficient_funds'
            ? 'Give the merchant money first: payment-orders adjust MERCHANT --amount-cents …'
            : null,
      });
    });
  examples(command, [
    'trigger deposit.completed',
    'trigger withdrawal.failed --amount-cents 120091 --json',
  ]);
}
