// A company in live mode with the default bands, as an insider meets it: two owners, merchants with
// money, work of every kind that waits, and people who are about to join.
import assert from 'node:assert/strict';
import type { Fields } from '../../../bench/harness/http-client.ts';
import { makeLocalOwner } from '../../../server/app/access/local-owner.ts';
import { openAuthenticator } from '../../app/factor/factor-scene.ts';
import { type Client, openClient, PASSWORD } from '../../http/operator/factor/person-client.ts';
import { type OperatorService, openOperatorService } from '../../http/operator/operator-service.ts';
import { accepted, raw } from '../test-app.ts';

/** A merchant whose token its own program has. */
export type OpenShop = { merchant_id: string; token: string };

export type Company = {
  service: OperatorService;
  /** The insider's session. Everything else that they get, they get by acting. */
  insider: Client;
  insider_id: string;
  /** Signed in, but does nothing after the set-up. */
  colleague: Client;
  shops: readonly OpenShop[];
  accounts: readonly string[];
  /** Of a trusted feed. */
  feed_token: string;
  merchantPost(shop: OpenShop, path: string, body: Fields): Promise<Fields>;
};

const note = 'as agreed';
/** To whom the insider would pay. */
export const PAYEE = '50100087654321';

/** Signs in by the link of an invitation or a reset; null if that needs a factor of somebody. */
export async function enterByLink(
  service: OperatorService,
  link: string,
  email: string,
): Promise<Client | null> {
  const client = openClient(service);
  await client.ask('POST', '/session/link', { link, password: PASSWORD });
  const signed = await client.ask('POST', '/session', { email, password: PASSWORD });
  if (signed.body.outcome === 'signed_in') return client;
  if (signed.body.outcome !== 'enrolment_required') return null;
  const offered = await client.ask('POST', '/session/totp', {});
  if (offered.status !== 200) return null;
  const code = openAuthenticator(String(offered.body.otpauth_uri)).code(service.app.settings.now());
  const { status } = await client.ask('POST', '/session/totp/activate', { code });
  return status === 200 ? client : null;
}

async function makeOwner(service: OperatorService, email: string) {
  const made = accepted(await makeLocalOwner(service.app, raw({ name: email, email })));
  const client = await enterByLink(service, made.link.url, email);
  if (client === null) assert.fail(`${email} cannot sign in`);
  return { client, person_id: made.id };
}

async function told(service: OperatorService, method: string, path: string, body: Fields) {
  const reply = await service.ask(method, path, { body });
  const shown = `${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`;
  assert.ok(reply.status < 300 && reply.status !== 202, shown);
  return reply.body;
}

async function openShop(service: OperatorService, name: string): Promise<OpenShop> {
  const { id } = await told(service, 'POST', '/merchants', { name, balance_currency: 'INR' });
  const here = `/merchants/${String(id)}`;
  const tariffs = [{ direction: 'payin', percent: 1.5 }];
  await told(service, 'PUT', `${here}/tariffs`, { tariffs, note });
  const funding = { amount_cents: 900_000_000, reason: 'Opening balance' };
  await told(service, 'POST', `${here}/adjustments`, funding);
  const account = { type: 'account', number: '50100011112222', name: 'Shop Ltd', note };
  await told(service, 'PUT', `${here}/settlement_account`, account);
  const { token } = await told(service, 'POST', `${here}/tokens`, { mode: 'token' });
  return { merchant_id: String(id), token: String(token) };
}

async function merchantPost(service: OperatorService, shop: OpenShop, path: string, body: Fields) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-token': shop.token },
    body: JSON.stringify({ merchant_id: shop.merchant_id, ...body }),
  });
  const text = await response.text();
  return { status: response.status, ...(JSON.parse(text) as Fields) };
}

let orders = 0;

/** A pay-in or pay-out as a merchant's program makes it. */
export async function order(
  { merchantPost: post }: Pick<Company, 'merchantPost'>,
  shop: OpenShop,
  kind: 'deposit' | 'withdrawal',
  amount_cents: number,
): Promise<string> {
  orders += 1;
  const payee = kind === 'deposit' ? {} : { number: PAYEE, name: 'Asha Rao' };
  const made = await post(shop, `/orders/${kind}/create`, {
    order_id: `alone-${orders}`,
    amount_cents,
    amount_currency: 'INR',
    type: 'account',
    client_id: `customer-${orders % 5}`,
    ...payee,
  });
  return String(made.id);
}

/** Amounts below the band, at it, and far above it, in minor units. */
export const AMOUNTS: readonly number[] = [
  5_000, 60_000, 99_999, 99_999, 100_000, 350_000, 999_999, 2_500_000, 90_000_000,
];

async function openWork(company: Company): Promise<void> {
  const { service, shops } = company;
  for (const shop of shops) {
    const here = `/trades/${shop.merchant_id}`;
    for (const amount of AMOUNTS) {
      await order(company, shop, 'deposit', amount);
      await order(company, shop, 'withdrawal', amount);
      const credited = await order(company, shop, 'deposit', amount);
      await told(service, 'POST', `${here}/${credited}/confirm`, { note });
      const contested = await order(company, shop, 'deposit', amount + 1);
      await told(service, 'POST', `${here}/${contested}/confirm`, { note });
      const fraud = { type: 'fraud', note };
      await told(service, 'POST', `${here}/${contested}/disputes`, fraud);
      const paid = await order(company, shop, 'withdrawal', amount);
      await told(service, 'POST', `${here}/${paid}/take`, { note });
      await told(service, 'POST', `${here}/${paid}/complete`, {
        note,
        utr: `N${paid.slice(0, 15)}`,
      });
      const taken = await order(company, shop, 'withdrawal', amount);
      await told(service, 'POST', `${here}/${taken}/take`, { note });
    }
  }
}

/** Of lines that no pay-in was made for, until the insider has one made. */
export const UNKNOWN_AMOUNTS: readonly number[] = AMOUNTS.map((amount_cents) => amount_cents + 7);

/** Money that the bank really brought and nobody was credited, and money that it took. */
async function openSuspense({ service, accounts }: Company): Promise<void> {
  for (const receiving_account_id of accounts) {
    const booked_at = new Date(service.app.settings.now()).toISOString();
    const lines = [...UNKNOWN_AMOUNTS, ...UNKNOWN_AMOUNTS.map((amount) => -amount)].map(
      (amount_cents) => ({ amount_cents, booked_at, text: `unknown ${amount_cents}` }),
    );
    await told(service, 'POST', '/bank_lines', { receiving_account_id, lines });
  }
}

/**
 * A feed whose first lines the colleague approved, and whose token the insider has. What it may
 * give in a day is less than any line, so that people decide about all of them.
 */
async function openFeed({ service, accounts }: Company): Promise<string> {
  const terms = { name: 'bank', receiving_account_ids: accounts, daily_cents: 1 };
  const { token } = await told(service, 'POST', '/feed_tokens', terms);
  return String(token);
}

/** The colleague approves them. */
async function trustFeed({ service, colleague, accounts, feed_token }: Company): Promise<void> {
  const booked_at = new Date(service.app.settings.now()).toISOString();
  const lines = [{ amount_cents: 150_001, booked_at, text: 'the first of the feed' }];
  const authorization = `Bearer ${feed_token}`;
  const body = { receiving_account_id: accounts[0], lines };
  const given = await service.ask('POST', '/bank_lines', { authorization, body });
  assert.equal(given.status, 202, JSON.stringify(given.body));
  const path = `/approvals/${String(given.body.id)}/approve`;
  assert.equal((await colleague.ask('POST', path, { note })).status, 200);
}

/** Somebody whose invitation the colleague approved, and whose link the colleague has. */
async function inviteTogether({ insider, colleague }: Company): Promise<void> {
  const body = { name: 'Nia', email: 'nia@company.example', role: 'finance', note };
  const asked = await insider.ask('POST', '/people', body);
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  const path = `/approvals/${String(asked.body.id)}/approve`;
  const approved = await colleague.ask('POST', path, { note });
  assert.ok(approved.status < 300, JSON.stringify(approved.body));
}

async function openPeople({ service }: Company): Promise<void> {
  for (const [name, role] of [
    ['Uma', 'finance'],
    ['Eve', 'owner'],
    ['Vic', 'viewer'],
  ] as const) {
    const email = `${name.toLowerCase()}@company.example`;
    const { id, link } = await told(service, 'POST', '/people', { name, email, role });
    // Uma's invitation of a token that belongs to nobody is still open.
    if (name === 'Uma') continue;
    assert.notEqual(await enterByLink(service, String(Object(link).url), email), null);
    if (name === 'Eve') await told(service, 'POST', `/people/${id}/disable`, { reason: note });
  }
}

export async function openCompany(): Promise<Company> {
  const service = await openOperatorService({ mode: 'live', is_audit_unwatched: true });
  const insider = await makeOwner(service, 'mallory@company.example');
  const colleague = await makeOwner(service, 'ada@company.example');
  const shops = [await openShop(service, 'Asha Stores'), await openShop(service, 'Ravi Books')];
  const accounts: string[] = [];
  for (const number of ['000111222333', '000111222444']) {
    const account = { type: 'account', currency: 'INR', name: 'House', number, note };
    accounts.push(String((await told(service, 'POST', '/receiving_accounts', account)).id));
  }
  const company: Company = {
    service,
    insider: insider.client,
    insider_id: insider.person_id,
    colleague: colleague.client,
    shops,
    accounts,
    feed_token: '',
    merchantPost: (shop, path, body) => merchantPost(service, shop, path, body),
  };
  await openWork(company);
  await openSuspense(company);
  company.feed_token = await openFeed(company);
  await openPeople(company);
  // From here on as it is installed.
  await service.app.store.db.query('', 'delete from approval_bands', []);
  await service.app.store.db.query('', 'update settings_versions set version = version + 1', []);
  await service.app.settings.refresh();
  await inviteTogether(company);
  await trustFeed(company);
  return company;
}
