// The requests in the error reference: what to type to get the error.

/** `$BASE_URL`, `$TOKEN`, `$MERCHANT_ID` … are variables that the reader sets. */
export function curl(path: string, ...options: readonly string[]): string {
  return [`curl -i "$BASE_URL${path}"`, ...options.map((option) => `  ${option}`)].join(' \\\n');
}

type Body = Readonly<Record<string, unknown>>;

const TOKEN = '-H "X-Token: $TOKEN"';
const OPERATOR = '-H "Authorization: Bearer $OPERATOR_TOKEN"';
const JSON_TYPE = '-H "Content-Type: application/json"';

/** Variables stay outside the single quotes, so that the shell expands them. */
function data(body: Body): string {
  return `-d '${JSON.stringify(body).replace(/\$[A-Z_]+/g, (name) => `'"${name}"'`)}'`;
}

export function merchantGet(path: string): string {
  return curl(path, TOKEN);
}

export function merchantPost(path: string, body: Body): string {
  return curl(path, TOKEN, JSON_TYPE, data(body));
}

export function operatorGet(path: string): string {
  return curl(path, OPERATOR);
}

export function operatorPost(path: string, body: Body, ...headers: readonly string[]): string {
  return curl(path, OPERATOR, ...headers, JSON_TYPE, data(body));
}

const ORDER = {
  merchant_id: '$MERCHANT_ID',
  order_id: 'order-1',
  amount_cents: 10_000,
  amount_currency: 'INR',
  type: 'card',
  client_id: 'client-1',
};

/** A complete pay-in request with some members changed. */
export function examplePayin(change: Body = {}): string {
  return merchantPost('/api/v1/orders/deposit/create', { ...ORDER, ...change });
}

/** A complete pay-out request with some members changed. */
export function examplePayout(change: Body = {}): string {
  const body = { ...ORDER, number: '4111111111111111', ...change };
  return merchantPost('/api/v1/orders/withdrawal/create', body);
}

/** A UTR for the trade in `$TRADE_ID`. */
export function exampleUtr(utr: string): string {
  const body = { merchant_id: '$MERCHANT_ID', id: '$TRADE_ID', utr };
  return merchantPost('/api/v1/orders/deposit/utr', body);
}
