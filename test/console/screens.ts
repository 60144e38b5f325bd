// Every screen of the console behind the sign-in, as console/router.tsx names them: each is looked
// at by axe in light and dark, on a small phone, and is shown in the documents.
import { acceptedBody, type HttpClient } from '../../bench/harness/http-client.ts';
import { waitingApproval } from './approval-steps.ts';
import { makeScheduledReport } from './steps/report-steps.ts';
import { until } from './steps/trade-steps.ts';

export type ConsoleScreen = {
  /** Its path in console/router.tsx. */
  path: string;
  /** Its picture in the documents. */
  name: string;
  /** Its address, if the path names a thing: one of the demo data. */
  address?: (operator: HttpClient) => Promise<string>;
};

type Page = {
  data: { id: string; merchant_id: string; client_id: string; completed_at: string }[];
};

/** The address of the first of a list. */
const firstOf = (list: string, addressOf: (row: Page['data'][number]) => string) => {
  return async (operator: HttpClient): Promise<string> => {
    const [row] = acceptedBody(await operator.get<Page>(list)).data;
    if (row === undefined) throw new Error(`${list} is empty in the demo data`);
    return addressOf(row);
  };
};

/** The demo data have no rule. */
async function makeRule(operator: HttpClient): Promise<string> {
  const accounts = acceptedBody(await operator.get<Page>('/receiving_accounts?limit=1'));
  const rule = await operator.post<{ id: string }>('/line_rules', {
    receiving_account_id: accounts.data[0]?.id,
    name: 'Bank charges',
    act: 'fee',
    direction: 'out',
    text: 'CHARGES',
    note: 'The bank’s monthly charges',
  });
  return `/bank/rules/${acceptedBody(rule).id}`;
}

/** A draft of one pay-out: the demo data have none. */
async function makeBatch(operator: HttpClient): Promise<string> {
  const queue = await operator.get<{ data: { amount_currency: string }[] }>(
    '/payouts/queue?limit=1',
  );
  const [payout] = acceptedBody(queue).data;
  const found = await operator.get<{ data: { id: string; currency: string }[] }>(
    '/receiving_accounts',
  );
  const account = acceptedBody(found).data.find(
    ({ currency }) => currency === payout?.amount_currency,
  );
  const made = await operator.post<{ batch: { id: string } }>('/payout_batches', {
    receiving_account_id: account?.id,
    count: 1,
  });
  return `/payouts/batches/${acceptedBody(made).batch.id}`;
}
const ENDPOINTS = [
  { description: 'Bookkeeping', event_types: ['deposit.completed', 'withdrawal.*'] },
  { description: 'Warehouse', event_types: ['deposit.completed'], enabled: false },
];

/** The demo merchants have one endpoint each, at which nothing listens; it gets the old events. */
async function makeEndpoints(operator: HttpClient): Promise<string> {
  const { data } = acceptedBody(await operator.get<Page>('/merchants'));
  for (const { id } of data) {
    const path = `/merchants/${id}/callback_endpoints`;
    const found = acceptedBody(await operator.get<{ data: { url: string | null }[] }>(path)).data;
    if (found[0]?.url === null) continue;
    for (const [index, fields] of ENDPOINTS.entries()) {
      const url = `http://127.0.0.1:9999/hooks/${index + 1}`;
      if (found[index + 1] === undefined) {
        acceptedBody(await operator.post(path, { url, ...fields }));
      }
    }
    const types = ['deposit.completed'];
    acceptedBody(await operator.post('/events/resend', { merchant_id: id, types }));
    return `/merchants/${id}/endpoints`;
  }
  throw new Error('No merchant of the demo data has a callback endpoint');
}

/** The address of a callback that was tried at least once. */
async function triedCallback(operator: HttpClient): Promise<string> {
  await makeEndpoints(operator);
  type Tried = { data: { attempts: number; event_id: string; merchant_id: string }[] };
  let address: string | undefined;
  await until('a callback was tried', async () => {
    const found = await operator.get<Tried>('/deliveries?endpoint=0&limit=50');
    const tried = acceptedBody(found).data.find(({ attempts }) => attempts > 0);
    const path = tried?.event_id.replace('_', '/');
    address = tried === undefined ? undefined : `/callbacks/${tried.merchant_id}/${path}/0`;
    return address !== undefined;
  });
  return address ?? '';
}

type Accounts = { data: { id: string; currency: string }[] };

/** Somebody types what a statement has under another id. */
async function makeWaiting(operator: HttpClient): Promise<string> {
  const first = async () =>
    acceptedBody(await operator.get<Page>('/waiting_lines?limit=1')).data[0]?.id;
  const found = await first();
  if (found !== undefined) return found;
  const day = '2026-03-05';
  const accounts = acceptedBody(await operator.get<Accounts>('/receiving_accounts?limit=1'));
  const [account] = accounts.data;
  if (account === undefined) throw new Error('The demo data have no account');
  const { id: receiving_account_id, currency } = account;
  const head = 'booked_at,amount_cents,text,bank_id,currency,counterparty_name';
  const file = `${head}\n${day},151700,RENT MARCH,S-1,${currency},Asha Rao\n`;
  const sent = { method: 'POST', body: file, headers: { 'content-type': 'text/csv' } };
  acceptedBody(await operator.send(`/statements?receiving_account_id=${account.id}`, sent));
  const given = { amount_cents: 151_700, booked_at: day, bank_id: 'H-1', text: 'Transfer' };
  acceptedBody(await operator.post('/bank_lines', { receiving_account_id, lines: [given] }));
  const made = await first();
  if (made === undefined) throw new Error('The line did not wait');
  return made;
}

const ofMerchant = (tab: string) =>
  firstOf('/merchants?limit=1', ({ id }) => `/merchants/${id}${tab}`);

export const SCREENS: readonly ConsoleScreen[] = [
  { path: '/', name: 'home' },
  { path: '/trades', name: 'trades' },
  {
    path: '/trades/$merchant_id/$id',
    name: 'trade',
    address: firstOf(
      '/trades?state=completed&limit=1',
      ({ merchant_id, id }) => `/trades/${merchant_id}/${id}`,
    ),
  },
  {
    path: '/trades/customer',
    name: 'customer',
    address: firstOf(
      '/trades?state=failed&direction=payin&limit=1',
      ({ merchant_id, client_id }) =>
        `/trades/customer?merchant_id=${merchant_id}&client_id=${client_id}`,
    ),
  },
  { path: '/trades/refunds', name: 'refund-list' },
  { path: '/search', name: 'search', address: () => Promise.resolve('/search?q=demo%20bazaar') },
  { path: '/payouts', name: 'pay-outs' },
  { path: '/payouts/batches', name: 'pay-out-batches' },
  { path: '/payouts/batches/$id', name: 'pay-out-batch', address: makeBatch },
  { path: '/payouts/answers', name: 'pay-out-answers' },
  { path: '/ledger', name: 'ledger' },
  { path: '/ledger/entries', name: 'ledger-entries' },
  {
    path: '/ledger/months',
    name: 'ledger-months',
    // On the first day of a month, what the demo data have was in the one before.
    address: firstOf(
      '/trades?direction=payin&state=completed&limit=1',
      ({ completed_at }) => `/ledger/months?month=${completed_at.slice(0, 7)}`,
    ),
  },
  { path: '/ledger/verify', name: 'ledger-check' },
  { path: '/ledger/proofs', name: 'ledger-proofs' },
  { path: '/verify', name: 'verify' },
  { path: '/bank', name: 'bank' },
  {
    path: '/bank/lines/$id',
    name: 'bank-line',
    address: firstOf('/bank_lines?status=suspense&limit=1', ({ id }) => `/bank/lines/${id}`),
  },
  { path: '/bank/review', name: 'bank-review' },
  { path: '/bank/import', name: 'bank-import' },
  {
    path: '/bank/waiting',
    name: 'bank-waiting',
    address: async (operator) => {
      await makeWaiting(operator);
      return '/bank/waiting';
    },
  },
  {
    path: '/bank/waiting/$id',
    name: 'bank-waiting-line',
    address: async (operator) => `/bank/waiting/${await makeWaiting(operator)}`,
  },
  { path: '/bank/owed', name: 'bank-owed' },
  {
    path: '/bank/days',
    name: 'bank-days',
    address: firstOf('/receiving_accounts?limit=1', ({ id }) => `/bank/days?account=${id}`),
  },
  {
    path: '/bank/days/$account_id/$day',
    name: 'bank-day',
    address: firstOf(
      '/receiving_accounts?limit=1',
      ({ id }) => `/bank/days/${id}/${new Date().toISOString().slice(0, 10)}`,
    ),
  },
  { path: '/bank/rules', name: 'bank-rules' },
  {
    path: '/bank/rules/$id',
    name: 'bank-rule',
    address: makeRule,
  },
  { path: '/settlements', name: 'settlements' },
  {
    path: '/settlements/$merchant_id/$id',
    name: 'settlement',
    address: firstOf(
      '/settlements?limit=1',
      ({ merchant_id, id }) => `/settlements/${merchant_id}/${id}`,
    ),
  },
  { path: '/merchants', name: 'merchants' },
  { path: '/merchants/$id', name: 'merchant-overview', address: ofMerchant('') },
  { path: '/merchants/$id/tariffs', name: 'merchant-tariffs', address: ofMerchant('/tariffs') },
  { path: '/merchants/$id/limits', name: 'merchant-limits', address: ofMerchant('/limits') },
  { path: '/merchants/$id/tokens', name: 'merchant-tokens', address: ofMerchant('/tokens') },
  {
    path: '/merchants/$id/endpoints',
    name: 'merchant-endpoints',
    address: makeEndpoints,
  },
  {
    path: '/merchants/$id/endpoints/$number',
    name: 'merchant-endpoint',
    address: async (operator) => `${await makeEndpoints(operator)}/0`,
  },
  { path: '/merchants/$id/branding', name: 'merchant-branding', address: ofMerchant('/branding') },
  { path: '/merchants/$id/balance', name: 'merchant-balance', address: ofMerchant('/balance') },
  {
    path: '/merchants/$id/settlements',
    name: 'merchant-settlements',
    address: ofMerchant('/settlements'),
  },
  { path: '/merchants/$id/people', name: 'merchant-people', address: ofMerchant('/people') },
  { path: '/accounts', name: 'receiving-accounts' },
  {
    path: '/accounts/$id',
    name: 'receiving-account',
    address: firstOf('/receiving_accounts?limit=1', ({ id }) => `/accounts/${id}`),
  },
  {
    path: '/callbacks',
    name: 'callbacks',
    address: async (operator) => {
      await makeEndpoints(operator);
      return '/callbacks';
    },
  },
  {
    path: '/callbacks/$merchant_id/$trade_id/$sequence/$endpoint',
    name: 'callback',
    address: triedCallback,
  },
  { path: '/approvals', name: 'approvals' },
  { path: '/approvals/bands', name: 'approval-bands' },
  { path: '/approvals/$id', name: 'approval', address: waitingApproval },
  { path: '/disputes', name: 'disputes' },
  { path: '/reports', name: 'reports' },
  {
    path: '/reports/scheduled',
    name: 'scheduled-reports',
    address: async (operator) => {
      await makeScheduledReport(operator);
      return '/reports/scheduled';
    },
  },
  { path: '/reports/scheduled/$id', name: 'scheduled-report', address: makeScheduledReport },
  {
    path: '/disputes/$merchant_id/$id',
    name: 'dispute',
    address: firstOf(
      '/disputes?limit=1',
      ({ merchant_id, id }) => `/disputes/${merchant_id}/${id}`,
    ),
  },
  { path: '/people', name: 'people' },
  {
    path: '/people/$id',
    name: 'person',
    address: firstOf('/people?limit=1', ({ id }) => `/people/${id}`),
  },
  { path: '/account', name: 'account' },
  { path: '/settings', name: 'settings' },
  { path: '/audit', name: 'audit' },
];
