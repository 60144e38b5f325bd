// Records for the scenes of settings acts, each with an id of its own.
import { randomUUID } from 'node:crypto';
import { newWebhookSecret } from '../../../server/app/process/standard-webhook.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { OWN_TOKEN_DAYS } from '../../../server/domain/operator-token/change-own-token.ts';
import { FEED_DEFAULTS } from '../../../server/domain/record/feed-bounds.ts';
import { DEFAULT_SETTINGS } from '../../../server/domain/record/merchant.ts';
import { UNLIMITED_ACCOUNT } from '../../../server/domain/record/receiving-account.ts';
import { parsePercent, parseRate } from '../../../server/domain/values/rate.ts';
import type { TestApp } from '../../support/test-app.ts';
import { newNumber } from '../scene.ts';

export type Stage = {
  app: TestApp['app'];
  /** A person, so that acts that hold their role have one to hold. */
  owner: OperatorCaller;
  merchant_id: string;
  account_id: string;
};

const YEAR_MS = 365 * 86_400_000;
const reader = (stage: Stage) => ({ owner_id: stage.owner.person_id ?? '', merchant_id: null });
const hash = () => (randomUUID() + randomUUID()).replaceAll('-', '');
const text = () => ({ text: `token ${randomUUID()}`, token_hash: hash() });
const fresh = () => ({ secret: newWebhookSecret(), now: Date.now() });

const merchant = (settings = {}, is_house = false) => ({
  merchant: {
    merchant_id: randomUUID(),
    name: 'Shop',
    balance_currency: 'EUR',
    settings: { ...DEFAULT_SETTINGS, ...settings },
    is_house,
    created_at: Date.now(),
  },
  secret: newWebhookSecret(),
});

const account = (fields = {}) => ({
  receiving_account_id: randomUUID(),
  type: 'account',
  currency: 'EUR',
  name: 'House',
  number: String(300_000_000_000 + newNumber()),
  bank_name: null,
  ...UNLIMITED_ACCOUNT,
  simulated: false,
  created_at: Date.now(),
  ...fields,
});

const percent = (value: number) => {
  const parsed = parsePercent(value);
  if (parsed === null) throw new Error('No percent');
  return parsed;
};

function rate() {
  const parsed = parseRate(90 + newNumber());
  if (parsed === null) throw new Error('No rate');
  const pair = { trade_currency: 'INR', balance_currency: 'EUR' };
  return { ...pair, rate: parsed, source: 'test', at: Date.now() };
}

const apiToken = ({ merchant_id }: Stage) => ({
  token: {
    token_id: randomUUID(),
    merchant_id,
    mode: 'token' as const,
    scopes: ['trades.read' as never],
    allowed_ips: [],
    require_signature: false,
    rate_limit_per_second: null,
    expires_at: null,
    revoked_at: null,
    created_at: Date.now(),
    last_used_at: null,
  },
  ...text(),
  signing_secret: `sk_${randomUUID()}`,
  now: Date.now(),
});

const operatorToken = ({ owner }: Pick<Stage, 'owner'>) => ({
  token: {
    operator_token_id: randomUUID(),
    name: 'program',
    role: 'viewer' as const,
    scopes: null,
    person_id: owner.person_id,
    merchant_id: null,
    is_own: false,
    allowed_ips: ['192.0.2.1'],
    expires_at: Date.now() + YEAR_MS,
    created_at: Date.now(),
    last_used_at: null,
    revoked_at: null,
  },
  ...text(),
  asked_end: undefined,
  now: Date.now(),
});

const ownToken = ({ owner }: Stage) => {
  const { token, ...shown } = operatorToken({ owner });
  const created_at = Date.now();
  const expires_at = created_at + OWN_TOKEN_DAYS.usual * 86_400_000;
  return { ...shown, token: { ...token, role: owner.role, is_own: true, created_at, expires_at } };
};

const feedToken = ({ account_id }: Stage) => ({
  token: {
    operator_token_id: randomUUID(),
    name: 'bank',
    receiving_account_ids: [account_id],
    allowed_ips: ['192.0.2.1'],
    expires_at: Date.now() + YEAR_MS,
    created_at: Date.now(),
    revoked_at: null,
    ...FEED_DEFAULTS,
  },
  ...text(),
  asked_end: undefined,
});

const recipient = () => ({
  alert_recipient_id: randomUUID(),
  channel: 'email' as const,
  name: 'Desk',
  merchant_id: null,
  address: 'desk@example.com',
  secret: null,
  previous_secret: null,
  previous_secret_until: null,
  min_severity: 'warning' as const,
  kinds: [],
  enabled: true,
  created_at: Date.now(),
  failing_since: null,
  last_problem: null,
  last_delivered_at: null,
});

const view = (stage: Stage) => ({
  saved_view_id: randomUUID(),
  ...reader(stage),
  name: 'Mine',
  address: '/trades',
  columns: ['^amount:200', '-utr'],
  is_shared: false,
  created_at: Date.now(),
});

const report = () => ({
  scheduled_report_id: randomUUID(),
  merchant_id: null,
  name: 'Daily',
  view_name: 'All',
  filters: { state: 'failed' },
  every: 'day' as const,
  hour: 6,
  time_zone: 'UTC',
  format: 'csv' as const,
  recipients: [],
  callback: { url: 'https://books.example/x', secret: 'whsec_MTIz', set_by: randomUUID() },
  enabled: true,
  created_at: Date.now(),
  next_at: Date.now(),
});

const version = (note = 'because') => ({
  actor: { role: 'operator' as const, id: null },
  changed_at: Date.now(),
  note,
});

const CONDITIONS = {
  direction: 'out' as const,
  text: 'monthly fee',
  counterparty: null,
  min_amount_cents: null,
  max_amount_cents: null,
};

const rule = ({ account_id }: Stage) => ({
  line_rule_id: randomUUID(),
  version: 1,
  receiving_account_id: account_id,
  name: 'Fees',
  conditions: CONDITIONS,
  act: 'fee' as const,
  state: 'draft' as const,
  ...version(),
});

const link = () => ({ url: 'https://pay.test/console/link#secret', link_hash: hash() });

const newcomer = () => ({
  person_id: randomUUID(),
  name: 'Grace',
  email: `grace-${newNumber()}@example.com`,
  role: 'owner' as const,
  merchant_id: null,
});

const settlementAccount = (merchant_id: string) => ({
  merchant_id,
  type: 'account',
  payee: {
    number: String(400_000_000_000 + newNumber()),
    name: 'Shop',
    bank_name: null,
    phone: null,
  },
  changed_at: Date.now(),
});

export const FRESH_RECORDS = {
  reader,
  hash,
  text,
  fresh,
  merchant,
  account,
  percent,
  rate,
  apiToken,
  operatorToken,
  ownToken,
  feedToken,
  recipient,
  view,
  report,
  version,
  CONDITIONS,
  rule,
  link,
  newcomer,
  settlementAccount,
};
