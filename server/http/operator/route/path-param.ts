// The parameters in the addresses of the operator API: what each names, and its form.
import { type TSchema, Type } from 'typebox';

/** By the first part of the address: what its `id` is of. */
const THINGS: Readonly<Record<string, string>> = {
  merchants: 'merchant',
  receiving_accounts: 'receiving account',
  bank_lines: 'bank line',
  line_rules: 'rule',
  waiting_lines: 'waiting line',
  feed_tokens: 'feed’s token',
  operator_tokens: 'operator’s token',
  trades: 'trade',
  scheduled_reports: 'scheduled report',
  payouts: 'pay-out',
  payout_batches: 'batch',
  disputes: 'dispute',
  settlements: 'statement',
  approvals: 'proposal',
  receipts: 'receipt',
  alerts: 'alert',
  alert_recipients: 'recipient',
  saved_views: 'view',
  own_sessions: 'session',
  own_tokens: 'token',
  own_factors: 'passkey',
  people: 'person',
  sessions: 'session',
};

const idOf = (thing: string) => Type.String({ format: 'uuid', description: `The ${thing}` });

/** As many as `readCount` takes. */
const digits = (description: string) =>
  Type.String({ maxLength: 15, pattern: '^\\d+$', description });

/** Everything but `id`. */
const PARAMS: Readonly<Record<string, TSchema>> = {
  merchant_id: idOf('merchant'),
  trade_id: idOf('trade'),
  token_id: idOf('token'),
  file_id: idOf('file'),
  number: digits('The number of the endpoint in its merchant; 0 is the default one'),
  sequence: digits('The number of the event in its trade'),
  endpoint: digits('The number of the endpoint in its merchant; 0 is the default one'),
  // Of proofs also `latest`.
  day: Type.String({
    maxLength: 10,
    pattern: '^(?:latest|[0-9]{4}-[0-9]{2}-[0-9]{2})$',
    description: 'As `2026-11-20`',
  }),
  month: Type.String({ maxLength: 7, pattern: '^[0-9]{4}-[0-9]{2}$', description: 'As `2026-11`' }),
};

export function pathParam(url: string, name: string): TSchema {
  const thing = name === 'id' ? THINGS[url.split('/')[1] ?? ''] : undefined;
  const found = thing === undefined ? PARAMS[name] : idOf(thing);
  if (found === undefined) throw new Error(`Nothing says what :${name} is in ${url}`);
  return found;
}
