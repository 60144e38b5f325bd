// Makes the bytes of each request of a mix: heads are made once per shop, every order id is new.
import { randomBytes } from 'node:crypto';
import type { KnownTrade, LoadKind, LoadShop, RequestMix } from './load-plan.ts';
import { LOAD_KINDS } from './load-plan.ts';

export type RequestSource = {
  /** The whole request as latin1 text; null if there are no more requests. */
  next(): string | null;
};

type Made = { readonly shop: LoadShop; readonly heads: Readonly<Record<LoadKind, string>> };
type Maker = (made: Made) => string | null;

const PATHS: Readonly<Record<LoadKind, string>> = {
  payin: 'POST /api/v1/orders/deposit/create',
  payout: 'POST /api/v1/orders/withdrawal/create',
  search: 'POST /api/v1/orders/search',
  utr: 'POST /api/v1/orders/deposit/utr',
  get: 'GET /api/v1/orders',
  balance: 'GET /api/v1/merchant/account_balance',
};

/** The constant part of each request; if it has a body, up to the value of content-length. */
function headsOf(host: string, shop: LoadShop): Made {
  const fields = `Host: ${host}\r\nX-Token: ${shop.token}\r\n`;
  const with_body = ` HTTP/1.1\r\n${fields}Content-Type: application/json\r\nContent-Length: `;
  const bare = ` HTTP/1.1\r\n${fields}\r\n`;
  const { merchant_id } = shop;
  const heads = {
    payin: PATHS.payin + with_body,
    payout: PATHS.payout + with_body,
    search: PATHS.search + with_body,
    utr: PATHS.utr + with_body,
    get: bare,
    balance: `${PATHS.balance}/${merchant_id}${bare}`,
  };
  return { shop, heads };
}

/** A cheap random number: speed matters here, quality does not. */
function createDice() {
  let state = randomBytes(4).readUInt32LE(0) | 1;
  return (sides: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

type Dice = ReturnType<typeof createDice>;

/** Bodies are ASCII, so the length of the text is the length in bytes. */
const withBody = (head: string, body: string) => `${head}${body.length}\r\n\r\n${body}`;

function createMakers(mix: RequestMix, shops: ReadonlyMap<string, Made>, roll: Dice) {
  const run = randomBytes(6).toString('hex');
  const { from, to } = mix.amounts_cents;
  const trades = mix.trades ?? [];
  let orders = 0;
  let taken = 0;
  const order = ({ shop }: Made) => {
    orders += 1;
    return (
      `{"merchant_id":"${shop.merchant_id}","order_id":"${run}-${orders}",` +
      `"amount_cents":${from + roll(to - from + 1)},"amount_currency":"INR","type":"account",` +
      `"client_id":"customer-${orders % 10_000}"`
    );
  };
  const about = (
    trade: KnownTrade | undefined,
    make: (trade: KnownTrade, made: Made) => string,
  ) => {
    const made = shops.get(trade?.merchant_id ?? '');
    if (trade === undefined) return null;
    if (made === undefined) throw new Error(`No shop of the trade ${trade.trade_id}`);
    return make(trade, made);
  };
  const any = () => trades[roll(trades.length)];
  const makers: Record<LoadKind, Maker> = {
    payin: (made) => withBody(made.heads.payin, `${order(made)}}`),
    payout: (made) =>
      withBody(made.heads.payout, `${order(made)},"number":"000111222333","name":"Asha Rao"}`),
    balance: (made) => made.heads.balance,
    get: () =>
      about(
        any(),
        ({ merchant_id, trade_id }, { heads }) =>
          `${PATHS.get}/${merchant_id}/${trade_id}${heads.get}`,
      ),
    search: () =>
      about(any(), ({ merchant_id, order_id }, { heads }) =>
        withBody(heads.search, `{"merchant_id":"${merchant_id}","order_id":"${order_id}"}`),
      ),
    utr: () => {
      const trade = trades[taken];
      taken += 1;
      return about(trade, ({ merchant_id, trade_id }, { heads }) =>
        withBody(
          heads.utr,
          `{"merchant_id":"${merchant_id}","id":"${trade_id}",` +
            `"utr":"${run}${String(taken).padStart(10, '0')}"}`,
        ),
      );
    },
  };
  return makers;
}

/** The kinds in a ring, each as often as its share says and spread evenly. */
function ringOf(shares: RequestMix['shares']): LoadKind[] {
  const kinds = LOAD_KINDS.filter((kind) => (shares[kind] ?? 0) > 0);
  const total = kinds.reduce((sum, kind) => sum + (shares[kind] ?? 0), 0);
  const places = kinds.flatMap((kind) => {
    const count = Math.max(1, Math.round(((shares[kind] ?? 0) / total) * 100));
    return Array.from({ length: count }, (_, index) => ({ kind, at: (index + 0.5) / count }));
  });
  return places.toSorted((a, b) => a.at - b.at).map(({ kind }) => kind);
}

export function createRequestSource(host: string, mix: RequestMix): RequestSource {
  const made = mix.shops.map((shop) => headsOf(host, shop));
  const by_merchant = new Map(made.map((one) => [one.shop.merchant_id, one]));
  const roll = createDice();
  const makers = createMakers(mix, by_merchant, roll);
  const ring = ringOf(mix.shares);
  let turn = 0;
  return {
    next() {
      const kind = ring[turn % ring.length];
      const shop = made[roll(made.length)];
      if (kind === undefined || shop === undefined)
        throw new Error('The load has no kinds of requests or no shops');
      turn += 1;
      return makers[kind](shop);
    },
  };
}
