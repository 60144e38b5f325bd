// What each status and each group of operations of the merchant API means, in one sentence.

const TEXTS: Readonly<Record<number, string>> = {
  200: 'Done; the body is the answer',
  201: 'Created, or found as it was created before',
  400: 'The body is no JSON, or cannot be read',
  401: 'The token or the signature is wrong, or the token may not do this',
  404: 'There is nothing here, or it belongs to somebody else',
  413: 'The body is larger than allowed here',
  415: 'The Content-Type is another one than this operation takes',
  422: 'Fields are wrong, or the rules refuse the request: `code` says which rule. Nothing was stored',
  429: 'Too many requests: go on after `Retry-After`',
  503: 'The service cannot answer now: send the same request again after `Retry-After`',
};

/** Throws for a status that has no text yet. */
export function textOfStatus(status: number): string {
  const text = TEXTS[status];
  if (text === undefined) throw new Error(`The status ${status} has no description`);
  return text;
}

const TAGS: Readonly<Record<string, string>> = {
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

export function tagText(name: string): string {
  const text = TAGS[name];
  if (text === undefined) throw new Error(`The tag ${name} has no description`);
  return text;
}
