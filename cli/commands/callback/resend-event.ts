// `events resend`: one event, to each endpoint that it was for; or, without one, those of a window.
import type { Command } from 'commander';
import type { Client, Json, ServiceAnswer } from '../../client/client.ts';
import { examples, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { arrayOf, record, table, type View } from '../../client/show.ts';
import { resendAll, resendFields, withWindow } from './resend-many.ts';

type EventKey = { trade_id: string; sequence: number };

const EVENT_ID = /^([0-9a-f-]{36})_([0-9]{1,9})$/i;
const EVENT_NUMBER = /^[1-9][0-9]{0,15}$/;

const noEvent = (detail: string): ServiceAnswer => ({
  kind: 'problem',
  problem: { status: 0, code: 'not_found', detail },
});

const NEVER_SENT =
  'It was never sent to an endpoint. If there is one for it now, events resend without an event ' +
  'sends whatever was never sent.';

function keyOf(id: string): EventKey | null {
  const [, trade_id, sequence] = EVENT_ID.exec(id) ?? [];
  return trade_id === undefined ? null : { trade_id, sequence: Number(sequence) };
}

/** By its id, as the receiver sees it in `webhook-id`, or by its number in the feed. */
async function find(client: Client, merchant_id: string, event: string) {
  const named = keyOf(event);
  if (named !== null) return named;
  if (!EVENT_NUMBER.test(event)) {
    return noEvent(`${event} is neither the number of an event nor its id, as events list has.`);
  }
  const query = { merchant_id, after: Number(event) - 1, limit: 1 };
  const page = await client.operator('/events', { query });
  if (page.kind !== 'body') return page;
  const [found] = arrayOf(page.body.data);
  const key = found?.number === Number(event) ? keyOf(String(found.id)) : null;
  return key ?? noEvent(`There is no event ${event} of this merchant.`);
}

async function resendOne(client: Client, event: string, options: Options): Promise<ServiceAnswer> {
  const merchant_id = String(options.merchantId);
  const key = await find(client, merchant_id, event);
  if ('kind' in key) return key;
  const page = await client.operator('/deliveries', {
    query: { merchant_id, trade_id: key.trade_id, limit: 200 },
  });
  if (page.kind !== 'body') return page;
  const wanted = arrayOf(page.body.data).filter(
    ({ sequence, endpoint }) =>
      sequence === key.sequence && (options.endpoint ?? endpoint ?? 0) === (endpoint ?? 0),
  );
  if (wanted.length === 0) return noEvent(`There is no delivery of event ${event}. ${NEVER_SENT}`);
  const data: Json[] = [];
  for (const { endpoint, url } of wanted) {
    const to = endpoint === null ? {} : { endpoint };
    const fields = { merchant_id, ...key, ...to };
    const answer = await client.operator('/deliveries/resend', { method: 'POST', fields });
    if (answer.kind !== 'body') return answer;
    data.push({ ...answer.body, endpoint, url });
  }
  return { kind: 'body', body: { data } };
}

const show = (body: Json, view: View) =>
  'data' in body
    ? table(arrayOf(body.data), ['event_id', 'status', 'endpoint', 'url'], view)
    : record(body, view);

export function addResendEvent(events: Command, perform: Perform): void {
  const resend = events
    .command('resend')
    .description('send one event again; without one, all that were given up or never sent')
    .argument('[event]', 'its number as in the list, or its id as in webhook-id');
  withWindow(resend).action((event: string | undefined, options: Options) =>
    perform({
      call: (client) =>
        event === undefined
          ? resendAll(client, resendFields(options))
          : resendOne(client, event, options),
      show,
    }),
  );
  examples(resend, [
    'events resend 120 --merchant-id MERCHANT',
    'events resend --merchant-id MERCHANT --from 2026-03-01 --preview',
  ]);
}
