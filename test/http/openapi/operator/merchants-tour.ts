// The part of the operators' tour about merchants: tokens, tariffs, branding, where callbacks go.
import { png } from '../../../support/browser/receipt-files.ts';
import { type Json, PNG_TYPE, type Stage } from './stage.ts';

export async function tourMerchants({ tour: { step } }: Stage): Promise<void> {
  const shop = { name: 'Corner shop', balance_currency: 'INR' };
  const body = { ...shop, settings: { payin_life_minutes: 30 }, note: 'Contract of 3 March' };
  const { id } = await step('createMerchant', { body }, 201);
  const path = { id };
  await step('listMerchants', { query: { limit: 1 } }, 200);
  await step('updateMerchant', { path, body: { name: 'Corner shop Ltd' } }, 200);
  await step('getMerchant', { path }, 200);
  const opening = { amount_cents: 500_000, reason: 'Opening balance' };
  await step('addAdjustment', { path, body: opening }, 201);
  await step('getMerchantBalance', { path }, 200);
  await tokens({ step }, path);
  await tariffs({ step }, path);
  await branding({ step }, path);
  await endpoints({ step }, path);
  await receivingAccounts({ step });
}

type Steps = Pick<Stage['tour'], 'step'>;

async function tokens({ step }: Steps, path: Json) {
  const body = { mode: 'token', scopes: ['read'], allowed_ips: ['203.0.113.0/24'] };
  const { id: token_id } = await step('issueToken', { path, body }, 201);
  await step('listTokens', { path }, 200);
  const gone = { path: { ...path, token_id }, body: { note: 'The server was replaced' } };
  await step('revokeToken', gone, 200);
}

async function tariffs({ step }: Steps, path: Json) {
  const payins = { direction: 'payin', type: 'card', currency: 'INR', percent: 1.5 };
  await step('putTariffs', { path, body: { tariffs: [payins], note: 'As agreed' } }, 200);
  await step('getTariffs', { path }, 200);
  const rate = { trade_currency: 'EUR', balance_currency: 'INR', rate: 0.0102, source: 'sheet' };
  await step('putRates', { body: { rates: [rate] } }, 200);
  await step('listRates', {}, 200);
  await step(
    'putCurrencies',
    { body: { currencies: ['CHF', 'DKK', 'EUR', 'INR', 'NOK', 'SEK', 'USD'] } },
    200,
  );
  await step('getCurrencies', {}, 200);
}

async function branding({ step }: Steps, path: Json) {
  const words = { display_name: 'Corner shop', footer: 'Corner shop Ltd, Pune' };
  const body = { ...words, color: '#0a5c36', contact_email: 'help@shop.example' };
  await step('updateBranding', { path, body }, 200);
  await step('getBranding', { path }, 200);
  await step('putLogo', { path, file: png(), headers: PNG_TYPE }, 200);
  await step('removeLogo', { path, body: { note: 'The old one' } }, 200);
}

async function endpoints({ step }: Steps, path: Json) {
  const body = {
    url: 'https://books.example/callbacks',
    description: 'Bookkeeping',
    event_types: ['deposit.completed', 'dispute.*'],
  };
  const { number } = await step('createCallbackEndpoint', { path, body }, 201);
  await step('listCallbackEndpoints', { path }, 200);
  const one = { ...path, number };
  const slower = { max_per_second: 5 };
  await step('updateCallbackEndpoint', { path: one, body: slower }, 200);
  await step('rotateCallbackSecret', { path: one, body: { note: 'It was in a log' } }, 200);
  await step('testCallbackEndpoint', { path: one, body: {} }, 200);
  await step('deleteCallbackEndpoint', { path: one, body: { note: 'No longer used' } }, 200);
}

async function receivingAccounts({ step }: Steps) {
  const bank = { bank_name: 'Example Bank', max_amount_cents: 5_000_000 };
  const number = '5010 0011 2233';
  const body = { type: 'account', currency: 'INR', name: 'House Ltd', number, ...bank };
  const { id } = await step('createReceivingAccount', { body }, 201);
  const path = { id };
  const limits = { daily_count_limit: 50, enabled: false, note: 'The bank is closed' };
  await step('updateReceivingAccount', { path, body: limits }, 200);
  await step('getReceivingAccount', { path }, 200);
  await step('listReceivingAccounts', { query: { limit: 1 } }, 200);
}
