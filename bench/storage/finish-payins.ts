// Makes finished pay-ins as a running service does: created over HTTP, paid by the lines of a
// statement, and told by callbacks that arrive.
import type { ReceiverProcess } from '../callbacks/receiver.ts';
import { withClient } from '../fill/with-client.ts';
import { acceptedBody, inParallel, merchantClient } from '../harness/http-client.ts';
import { payinFields, type Shop } from '../harness/shop.ts';
import { sendStatement } from '../scenario/send-statement.ts';

export type Place = {
  readonly url: string;
  readonly database_url: string;
  readonly shops: readonly Shop[];
  readonly accounts: readonly string[];
  readonly receiver: ReceiverProcess;
};

type OpenRow = { trade_id: string; account: string; amount_cents: number };

const CLIENTS = 32;
/** A customer comes back about as often as this. */
const PAYINS_PER_CUSTOMER = 5;
const CALLBACKS_EACH = 2;
const PATIENCE_MS = 300_000;

/** Amounts that differ, so that each account can tell its payers apart by them. */
const amountOf = (number: number) => 50_000 + number * 7;

/** A number of twelve digits as banks give: it looks random, but none occurs twice. */
const utrOf = (number: number) =>
  String(400_000_000_000 + ((number * 7_919_000_231) % 99_999_999_977));

async function create(place: Place, number: number): Promise<void> {
  const shop = place.shops[number % place.shops.length];
  if (shop === undefined) throw new Error('There is no merchant');
  const customer = `customer-${Math.floor(number / PAYINS_PER_CUSTOMER)}`;
  const fields = {
    ...payinFields(shop, `ORD-2026-${String(number).padStart(9, '0')}`, amountOf(number)),
    client_id: customer,
  };
  const client = merchantClient(place.url, shop.token);
  acceptedBody(await client.post('/orders/deposit/create', fields));
}

const readOpen = (database_url: string) =>
  withClient(database_url, async (client) => {
    const { rows } = await client.query<OpenRow>(
      `select trade_id, receiving_account_id as account, amount_cents::int as amount_cents
       from trades where state = 'pending' order by receiving_account_id, trade_id`,
    );
    return rows;
  });

const HEADER = 'booked_at,amount_cents,utr,text,bank_id,currency';

/** The lines of one account; each has a UTR and the text that a bank writes about a UPI payment. */
function statementOf(payins: readonly OpenRow[], first: number): string {
  const booked_at = new Date().toISOString();
  const lines = payins.map(({ amount_cents }, index) => {
    const utr = utrOf(first + index);
    return `${booked_at},${amount_cents},${utr},UPI/${utr}/Payment from customer,S${utr},INR`;
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}

async function pay(place: Place, first: number): Promise<void> {
  let number = first;
  for (const [account, payins] of Map.groupBy(
    await readOpen(place.database_url),
    (p) => p.account,
  )) {
    const { result } = await sendStatement(place.url, account, statementOf(payins, number));
    number += payins.length;
    if (result.matched === payins.length) continue;
    throw new Error(`${result.matched} of ${payins.length} lines were matched`);
  }
}

/** Each pay-in is over at the end, with two callbacks that the receiver has accepted. */
export async function finishPayins(place: Place, first: number, count: number): Promise<void> {
  place.receiver.forget();
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  await inParallel(numbers, CLIENTS, (number) => create(place, number));
  await pay(place, first);
  const { ids } = await place.receiver.arrivals(CALLBACKS_EACH * count, PATIENCE_MS);
  if (ids.length === CALLBACKS_EACH * count) return;
  throw new Error(`${ids.length} callbacks arrived for ${count} pay-ins`);
}
