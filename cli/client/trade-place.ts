// Identifies a trade: by MERCHANT/TRADE as lists print it, by its page's address, by its id alone,
// or, to be shown, by its order id.
import { type Client, path, type ServiceAnswer } from './client.ts';
import { arrayOf, objectOf } from './show.ts';

export type TradePlace = { merchant: string; trade: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A page token begins with the merchant's id and the trade's, 16 bytes each. */
function readPage(text: string): TradePlace | null {
  const token = /\/pay\/([\w-]{64})\/?$/.exec(text)?.[1];
  if (token === undefined) return null;
  const bytes = Buffer.from(token, 'base64url');
  return { merchant: uuidOf(bytes.subarray(0, 16)), trade: uuidOf(bytes.subarray(16, 32)) };
}

/** Null if the text is an id alone, or neither form. */
function readPlace(text: string): TradePlace | null {
  const [merchant = '', trade = '', ...rest] = text.split('/');
  if (UUID.test(merchant) && UUID.test(trade) && rest.length === 0) return { merchant, trade };
  return readPage(text);
}

const notFound = (text: string): ServiceAnswer => ({
  kind: 'problem',
  problem: {
    status: 404,
    code: 'not_found',
    detail: `There is no trade ${text}; name it as MERCHANT/TRADE, its id, or its page’s address.`,
  },
});

const noOrder = (text: string): ServiceAnswer => ({
  kind: 'problem',
  problem: {
    status: 404,
    code: 'not_found',
    detail:
      `There is no trade ${text}; name it as MERCHANT/TRADE, its id, its page’s address, or ` +
      'its order id.',
  },
});

/** How a command without the operator's token takes a trade. */
export const TRADE_PLACE = 'MERCHANT/TRADE, or its page’s address';

/** An id alone is not enough here: only operators may look for its merchant. */
export function placeOrProblem(text: string): TradePlace | ServiceAnswer {
  const place = readPlace(text);
  if (place !== null) return place;
  const detail = `This names no trade: ${text}. Name it as ${TRADE_PLACE}.`;
  return { kind: 'problem', problem: { status: 0, code: 'not_found', detail } };
}

/** More than one: merchants choose their order ids. */
const several = (text: string, places: readonly TradePlace[]): ServiceAnswer => ({
  kind: 'problem',
  problem: {
    status: 0,
    code: 'not_found',
    detail: `Several trades have the order id ${text}: ${places
      .map(({ merchant, trade }) => `${merchant}/${trade}`)
      .join(', ')}.`,
  },
});

const SHOWN_PLACES = 10;

/** As `lookUpTrade`, and also by the merchant's order id, of whichever merchant. */
export async function lookUpOrder(client: Client, text: string): Promise<ServiceAnswer> {
  const found = await lookUpTrade(client, text);
  if (found.kind !== 'problem' || found.problem.code !== 'not_found') return found;
  if (readPlace(text) !== null) return found;
  const query = { order_id: text, limit: SHOWN_PLACES };
  const page = await client.operator('/trades', { query });
  if (page.kind !== 'body') return page;
  const places = arrayOf(page.body.data).map(({ merchant_id, id }) => ({
    merchant: String(merchant_id),
    trade: String(id),
  }));
  const [first, second] = places;
  if (first === undefined) return noOrder(text);
  return second === undefined ? await askTrade(client, first) : several(text, places);
}

/** The trade with its timeline; for an id alone it asks for each merchant in turn. */
async function lookUpTrade(client: Client, text: string): Promise<ServiceAnswer> {
  const place = readPlace(text);
  if (place !== null) return await askTrade(client, place);
  if (!UUID.test(text)) return notFound(text);
  let cursor: unknown;
  do {
    const page = await client.operator('/merchants', { query: { limit: 200, cursor } });
    if (page.kind !== 'body') return page;
    for (const row of arrayOf(page.body.data)) {
      const answer = await askTrade(client, { merchant: String(row.id), trade: text });
      if (answer.kind !== 'problem' || answer.problem.code !== 'not_found') return answer;
    }
    cursor = page.body.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return notFound(text);
}

function askTrade(client: Client, { merchant, trade }: TradePlace): Promise<ServiceAnswer> {
  return client.operator(path`/trades/${merchant}/${trade}`);
}

/** The trade's merchant and id, or the answer that says why there is none. */
export async function locate(client: Client, text: string): Promise<TradePlace | ServiceAnswer> {
  const place = readPlace(text);
  if (place !== null) return place;
  const answer = await lookUpTrade(client, text);
  if (answer.kind !== 'body') return answer;
  const { merchant_id, id } = objectOf(answer.body.trade);
  return { merchant: String(merchant_id), trade: String(id) };
}
