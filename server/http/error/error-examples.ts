// The commands in the pages of errors: what to type in a sandbox to get the error.

/** `$BASE_URL`, `$TOKEN` … are set by the commands of docs/guide/errors.md. */
export function curl(path: string, ...options: readonly string[]): string {
  return [`curl -i "$BASE_URL${path}"`, ...options.map((option) => `  ${option}`)].join(' \\\n');
}

type Body = Readonly<Record<string, unknown>>;

const OPERATOR = '-H "Authorization: Bearer $OPERATOR_TOKEN"';
const JSON_TYPE = '-H "Content-Type: application/json"';
const SESSION = [
  '-H "Origin: $BASE_URL"',
  '-H "Cookie: $COOKIE"',
  '-H "X-CSRF-Token: $CSRF_TOKEN"',
];

const tokenHeader = (variable: string) => `-H "X-Token: $${variable}"`;

/** Variables stay outside the single quotes, so that the shell expands them. */
function data(body: Body): string {
  return `-d '${JSON.stringify(body).replace(/\$[A-Z_]+/g, (name) => `'"${name}"'`)}'`;
}

export function merchantGet(path: string, token = 'TOKEN'): string {
  return curl(path, tokenHeader(token));
}

export function merchantPost(path: string, body: Body, token = 'TOKEN'): string {
  return curl(path, tokenHeader(token), JSON_TYPE, data(body));
}

export function operatorGet(path: string): string {
  return curl(path, OPERATOR);
}

export function operatorPost(path: string, body: Body, ...headers: readonly string[]): string {
  return curl(path, OPERATOR, ...headers, JSON_TYPE, data(body));
}

/** A request of the session that `SIGN_IN` opens. */
export function sessionPost(path: string, body: Body): string {
  return curl(path, ...SESSION, JSON_TYPE, data(body));
}

export const steps = (...commands: readonly string[]) => commands.join('\n');

/** The same request, which shows the answer's body only. */
const withoutHead = (request: string) => request.replace(/^curl -i/, 'curl -s');

/** A request before the one that counts: nothing of it is shown. */
export const first = (request: string) => `${withoutHead(request)} > /dev/null`;

/** Keeps a member of the answer in a variable. */
export const keep = (variable: string, member: string, request: string) =>
  `${variable}=$(field "$(${withoutHead(request)})" ${member})`;

/** The same command several times. */
export const repeated = (times: string, command: string) =>
  `for TRY in ${times}; do\n${command}\ndone`;

const ORDER = {
  merchant_id: '$MERCHANT_ID',
  order_id: '$ORDER_ID',
  amount_cents: 10_000,
  amount_currency: 'INR',
  type: 'card',
  client_id: 'client-1',
};

/** A complete pay-in request with some members changed. */
export function examplePayin(change: Body = {}, token = 'TOKEN'): string {
  return merchantPost('/api/v1/orders/deposit/create', { ...ORDER, ...change }, token);
}

/** A complete pay-out request with some members changed. */
export function examplePayout(change: Body = {}, token = 'TOKEN'): string {
  const body = { ...ORDER, number: '4111111111111111', ...change };
  return merchantPost('/api/v1/orders/withdrawal/create', body, token);
}

/** A UTR for the trade in `$TRADE_ID`. */
export function exampleUtr(utr: string): string {
  const body = { merchant_id: '$MERCHANT_ID', id: '$TRADE_ID', utr };
  return merchantPost('/api/v1/orders/deposit/utr', body);
}

export const NEW_PAYIN = keep('TRADE_ID', 'id', examplePayin({ type: 'upi' }));
export const NEW_PAYOUT = keep('TRADE_ID', 'id', examplePayout());

/** The first completed pay-in: one of its members. */
export const keepCompleted = (variable: string, member: string) =>
  `ORDERS=$(${withoutHead(merchantGet('/api/v1/orders?direction=payin&state=completed'))})\n` +
  `${variable}=$(node -p 'JSON.parse(process.argv[1]).data.find(({ utr }) => utr).${member}' "$ORDERS")`;

/** A merchant of its own, in `$OWN_MERCHANT`, so that the demo merchants stay as they are. */
export const ownMerchant = (settings: Body = {}, balance_currency = 'INR') =>
  keep(
    'OWN_MERCHANT',
    'id',
    operatorPost('/operator/v1/merchants', { name: 'Trying errors', balance_currency, settings }),
  );

/** Its token, in `$OWN_TOKEN`. */
export const ownToken = (change: Body = {}) =>
  keep(
    'OWN_TOKEN',
    'token',
    operatorPost('/operator/v1/merchants/$OWN_MERCHANT/tokens', { mode: 'token', ...change }),
  );

/** A pay-in of that merchant. */
export const ownPayin = (change: Body = {}) =>
  examplePayin({ merchant_id: '$OWN_MERCHANT', ...change }, 'OWN_TOKEN');

export const adjustment = (amount_cents: number) =>
  operatorPost(
    '/operator/v1/merchants/$OWN_MERCHANT/adjustments',
    { amount_cents, reason: 'Trying errors' },
    '-H "Idempotency-Key: $ORDER_ID"',
  );

export const NEW_PERSON = keep(
  'PERSON_ID',
  'id',
  operatorPost('/operator/v1/people', {
    name: 'Trying errors',
    email: '$ORDER_ID@example.com',
    role: 'viewer',
  }),
);

/** Signs in as the sandbox's owner, in `$COOKIE` and `$CSRF_TOKEN`. */
export const SIGN_IN = steps(
  'EMAIL=$(field "$(cat "$NOTES")" owner_email)',
  'PASSWORD=$(field "$(cat "$NOTES")" owner_password)',
  `ANSWER=$(${curl('/operator/v1/session', '-s', JSON_TYPE, data({ email: '$EMAIL', password: '$PASSWORD' }))})`,
  `COOKIE=$(echo "$ANSWER" | sed -n 's/^set-cookie: \\([^;]*\\).*/\\1/p')`,
  'CSRF_TOKEN=$(field "$(echo "$ANSWER" | tail -n 1)" csrf_token)',
);

/** Adjustments in BHD need two people from now on; other currencies stay as they are. */
export const TWO_PEOPLE = steps(
  first(
    operatorPost('/operator/v1/approval-bands', {
      bands: [{ act: 'adjustment', currency: 'BHD', from_cents: 0 }],
    }).replace('curl -i', 'curl -i -X PUT'),
  ),
  ownMerchant({}, 'BHD'),
);

/** Confirms the pay-in in `$TRADE_ID` of the own merchant. */
export const OWN_CONFIRM = operatorPost('/operator/v1/trades/$OWN_MERCHANT/$TRADE_ID/confirm', {});

/** A proposal that waits, in `$PROPOSAL_ID`. */
export const PROPOSE = keep('PROPOSAL_ID', 'id', adjustment(100_000));

export const ANOTHER_TOKEN = operatorPost('/operator/v1/merchants/$OWN_MERCHANT/tokens', {
  mode: 'token',
});

/** Trade currency per one unit of the balance currency. */
export const putRate = (trade_currency: string, balance_currency: string, rate: number) =>
  first(
    operatorPost('/operator/v1/rates', {
      rates: [{ trade_currency, balance_currency, rate }],
    }).replace('curl -i', 'curl -i -X PUT'),
  );
