// The sandbox's first data: merchants, rates, accounts and some sixty trades in every state,
// created by the use cases themselves.

import { HOUR_MS } from '../../lib/durations.ts';
import { insertOperatorToken, UNBOUND } from '../../store/access/operator-tokens.ts';
import { claimSeed } from '../../store/batch/settings-version.ts';
import { authenticateToken } from '../access/authenticate-merchant.ts';
import { createReceivingAccount } from '../account/receiving-accounts.ts';
import { addAdjustment } from '../merchant/add-adjustment.ts';
import { updateBranding } from '../merchant/branding.ts';
import { updateCallbackEndpoint } from '../merchant/callback-endpoints.ts';
import { createMerchant } from '../merchant/merchants.ts';
import { putRates, putTariffs } from '../merchant/tariffs.ts';
import { issueToken } from '../merchant/tokens.ts';
import type { App } from '../process/app.ts';
import { idFrom, newRandom, sha256Hex } from '../process/ids.ts';
import { SEEDER } from '../request/own-actors.ts';
import { expireDue } from '../trade/expire-due.ts';
import { NO_OWNER, type SandboxOwner } from './sandbox-owner.ts';
import { seedOpenPayins, seedPastPayins } from './seed-payins.ts';
import { seedPayouts } from './seed-payouts.ts';
import { seedOpenSettlements, seedPastSettlements } from './seed-settlements.ts';
import { must, rawFields, type SeededMerchants } from './seed-tools.ts';

/** Printed at the start, so that a newcomer can try things at once. */
export type SandboxNotes = {
  merchant_id: string;
  token: string;
  operator_token: string;
} & SandboxOwner;

/** Units of each currency for one US dollar: rounded examples, not quotations. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  AED: 3.6725,
  AUD: 1.5,
  BRL: 5.4,
  CAD: 1.4,
  CHF: 0.88,
  CNY: 7.1,
  EUR: 0.92,
  GBP: 0.78,
  IDR: 15800,
  INR: 84,
  JPY: 150,
  KRW: 1380,
  KWD: 0.3075,
  MXN: 19,
  NGN: 1600,
  PHP: 58,
  RUB: 95,
  SGD: 1.34,
  TRY: 34,
  ZAR: 18,
};

/** From and to the dollar, and from every currency to the rupee, which the demo merchants hold. */
function ratesOfSandbox() {
  const per_dollar = { ...PER_DOLLAR, USD: 1 };
  const rounded = (value: number) => Number(Number(value.toPrecision(6)).toFixed(8));
  return ['USD', 'INR', 'EUR'].flatMap((balance_currency) =>
    Object.entries(per_dollar)
      .filter(([trade_currency]) => trade_currency !== balance_currency)
      .map(([trade_currency, rate]) => ({
        trade_currency,
        balance_currency,
        rate: rounded(rate / (per_dollar[balance_currency as keyof typeof per_dollar] ?? 1)),
        source: 'sandbox',
      })),
  );
}

const ACCOUNTS = [
  { type: 'upi', currency: 'INR', name: 'Demo House', number: 'demo.house@sandbox' },
  { type: 'account', currency: 'INR', name: 'Demo House', number: '990000000001' },
  { type: 'account', currency: 'USD', name: 'Demo House Inc', number: '990000000002' },
  { type: 'account', currency: 'KWD', name: 'Demo House WLL', number: '990000000003' },
];

/** Names and numbers reserved for examples, so that nobody is called. */
const CONTACT = { contact_email: 'help@shop.example', contact_phone: '+12025550123' };

async function makeMerchant(app: App, name: string, balance_currency: string, id?: string) {
  const fields = rawFields({ name, balance_currency });
  const merchant = must(await createMerchant(app, SEEDER, fields, id));
  const tariffs = [
    { direction: 'payin', type: null, currency: null, percent: 1.5 },
    { direction: 'payout', type: null, currency: null, percent: 0.5 },
  ];
  must(await putTariffs(app, SEEDER, merchant.id, rawFields({ tariffs })));
  must(await updateBranding(app, SEEDER, merchant.id, rawFields(CONTACT)));
  const issued = must(await issueToken(app, SEEDER, merchant.id, rawFields({ mode: 'token' })));
  const token = issued.token ?? '';
  const caller = must(await authenticateToken(app, { x_token: token, address: '127.0.0.1' }));
  if (caller === 'signature') throw new Error('A token was taken for a signature');
  const funding = rawFields({ amount_cents: 500_000_00, reason: 'Opening balance of the sandbox' });
  must(await addAdjustment(app, SEEDER, merchant.id, funding, 'opening'));
  return { caller, token };
}

/** A token that is printed at the first start; stored in DATA_DIR only. */
async function makeOperatorToken(app: App): Promise<string> {
  const token = `op_${Buffer.from(newRandom(32)).toString('base64url')}`;
  const token_hash = sha256Hex(token);
  const operator_token_id = idFrom(`operator-token/${token_hash}`);
  const name = 'sandbox operator';
  const made = {
    operator_token_id,
    name,
    role: 'owner',
    token_hash,
    service_mode: app.mode,
    ...UNBOUND,
  } as const;
  await insertOperatorToken(app.store.db, made, Date.now());
  return token;
}

/**
 * Nothing listens there: the sandbox also shows what a failing endpoint looks like. If callbacks
 * may not go to this machine, it is a name that is reserved for hosts that do not exist.
 */
const deadEndpoint = ({ allow_local_callbacks }: App): string =>
  allow_local_callbacks ? 'http://127.0.0.1:9999/callbacks' : 'https://shop.invalid/callbacks';

/** In the order of time, so that timers have really run out and statements have periods. */
async function seedStories(app: App, ids: readonly string[]): Promise<SeededMerchants> {
  const hoursAgo = (hours: number) => {
    app.store.clock_offset_ms = -hours * HOUR_MS;
  };
  hoursAgo(30);
  const rupees = await makeMerchant(app, 'Demo Bazaar', 'INR', ids[0]);
  const dollars = await makeMerchant(app, 'Demo Store', 'USD', ids[1]);
  const merchants = { rupees, dollars };
  const next_number = await seedPastPayins(app, merchants);
  hoursAgo(20);
  await seedPastSettlements(app, merchants);
  hoursAgo(2);
  while ((await expireDue(app)) > 0);
  hoursAgo(0);
  await seedOpenPayins(app, merchants, next_number);
  await seedPayouts(app, merchants);
  await seedOpenSettlements(app, merchants);
  return merchants;
}

/** The ids of merchants and accounts, in the order in which they are made. */
export type DemoIds = { merchants: readonly string[]; accounts: readonly string[] };

const NEW_IDS: DemoIds = { merchants: [], accounts: [] };

/**
 * Done once per database, by whichever process comes first; null if it was done before. A demo that
 * begins anew keeps its ids.
 */
export async function seedSandbox(app: App, ids = NEW_IDS): Promise<SandboxNotes | null> {
  if (!(await claimSeed(app.store.db))) return null;
  const operator_token = await makeOperatorToken(app);
  must(await putRates(app, SEEDER, rawFields({ rates: ratesOfSandbox() })));
  for (const [index, account] of ACCOUNTS.entries()) {
    const fields = rawFields({ ...account, bank_name: 'Demo Bank' });
    must(await createReceivingAccount(app, SEEDER, fields, ids.accounts[index]));
  }
  const { rupees, dollars } = await seedStories(app, ids.merchants);
  const endpoint = { merchant: dollars.caller.merchant.merchant_id, endpoint: '0' };
  must(await updateCallbackEndpoint(app, SEEDER, endpoint, rawFields({ url: deadEndpoint(app) })));
  const { merchant_id } = rupees.caller.merchant;
  return { merchant_id, token: rupees.token, operator_token, ...NO_OWNER };
}
