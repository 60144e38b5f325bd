// What each status of both APIs, and each group of operations of the merchants’, means, in one
// sentence.

const TEXTS: Readonly<Record<number, string>> = {
  200: 'Done; the body is the answer',
  201: 'Created, or found as it was created before',
  202: 'Another person has to agree first: the body is the proposal, and nothing was done yet',
  400: 'The request cannot be read: it breaks the rules of HTTP, or its body is no JSON',
  401: 'The token or the signature is wrong, or the token may not do this',
  403: 'The role or the token may not do this, or it has to be confirmed first',
  404: 'There is nothing here, or it belongs to somebody else',
  405: 'This address has other methods: `Allow` names them',
  408: 'The headers or the whole request did not arrive in time',
  413: 'The body is larger than allowed here',
  415: 'The Content-Type is another one than this operation takes',
  422: 'Fields are wrong, or the rules refuse the request: `code` says which rule. Nothing was stored',
  429: 'Too many requests: go on after `Retry-After`',
  431: 'The headers of the request have more than 16 KiB',
  500: 'The service failed because of a bug: its log has the `request_id`',
  503: 'The service cannot answer now: send the same request again after `Retry-After`',
};

/** Throws for a status that has no text yet. */
export function textOfStatus(status: number): string {
  const text = TEXTS[status];
  if (text === undefined) throw new Error(`The status ${status} has no description`);
  return text;
}

type Tags = Readonly<Record<string, string>>;

const MERCHANT_TAGS: Tags = {
  'Pay-ins': 'Money from customers: create a pay-in, lead the customer to its page',
  'Pay-outs': 'Money to customers: pay-outs, and refunds of pay-ins',
  Orders: 'Trades of both directions: list, find, compare and cancel them',
  Balance: 'What you can spend, and what is on hold',
  Settlements: 'The numbered statements by which your balance is paid out',
  Disputes: 'Contested trades: messages, files, decisions, appeals',
  Events: 'Every visible change, numbered and without gaps',
  Proofs: 'The signed proofs of your book, and its entries',
  Sandbox:
    'Magic values, the simulated bank and scripted faults; in live mode there is nothing here',
  Published: 'What everybody may read',
  Callbacks: 'Events as they are sent to your endpoints (Standard Webhooks)',
};

const OPERATOR_TAGS: Tags = {
  Merchants: 'Who takes and pays money here: their settings, limits and balances',
  Tokens: 'With which merchants’ programs ask: issued, listed and revoked',
  'Tariffs and rates': 'What orders cost, exchange rates, and which currencies are enabled',
  Branding: 'How a merchant’s payment pages look',
  Callbacks: 'Where merchants’ events go, and what became of each delivery',
  'Receiving accounts': 'The house’s own accounts, to which payers send their money',
  Bank: 'Lines and statements of banks: taken, matched, decided, and what is owed to nobody yet',
  'Operator tokens': 'With which the operators’ own programs and feeds ask',
  Trades: 'Pay-ins and pay-outs: found, decided, counted and given away as files',
  Reports: 'Figures by periods, and files that are sent regularly',
  'Pay-outs': 'What waits to be paid: the queue, batches, files for banks, their answers',
  Disputes: 'Contested trades: messages, files, decisions, deadlines',
  Settlements: 'The numbered statements by which merchants are paid what they have',
  Approvals: 'What waits for a second person, and from which amounts on it does',
  Receipts: 'Pictures that payers sent, and who said that they have paid',
  Events: 'The feed of one merchant, as the merchant reads it',
  Ledger: 'Accounts and entries of all books, months, and the check of all of it',
  'Account days': 'A receiving account day by day: opening and closing, and what does not agree',
  Alerts: 'What needs somebody’s attention, and who is told',
  Retention: 'For how long each kind of data is kept',
  Erasure: 'A payer’s data, erased for good',
  Audit: 'Who did what, when and why',
  Proofs: 'The signed proof of each day, and the keys that sign',
  'Encryption keys': 'The keys with which data are encrypted, and their rotation',
  'Saved views': 'Filters and columns of lists, under a name',
  Session: 'The person who asks: signing in and out, passwords, second factors, own tokens',
  People: 'Who works here: invited, changed, disabled, and the review of their access',
  Sandbox: 'The clock of a sandbox; in live mode there is nothing here',
};

const TAGS = { merchant: MERCHANT_TAGS, operator: OPERATOR_TAGS };

export function tagText(kind: keyof typeof TAGS, name: string): string {
  const text = TAGS[kind][name];
  if (text === undefined) throw new Error(`The tag ${name} has no description`);
  return text;
}
