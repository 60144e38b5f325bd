// If two people change one setting, the second change is refused and names the first, so that
// nobody replaces what they have not seen: each setting on a real PostgreSQL, one after the other
// and both at once.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { SETTINGS_ACTS } from '../../../../server/app/setting/settings-acts.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import { active } from '../../../app/access/people-scene.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService, type Reply } from '../operator-service.ts';
import { UNVERSIONED } from './unversioned-routes.ts';

let service: OperatorService;
let merchant: string;
before(async () => {
  service = await openOperatorService();
  const { merchant_id } = await makeMerchant(service.app);
  merchant = `/merchants/${merchant_id}`;
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

type Body = Record<string, unknown>;

async function asked(method: string, path: string, body?: Body): Promise<Body> {
  const reply = await service.ask(method, path, body === undefined ? {} : { body });
  assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

const got = (path: string) => asked('GET', path);

/** Of a list the one that is meant. */
async function inList(path: string, is: (one: Body) => boolean, list = 'data'): Promise<Body> {
  const body = await got(path);
  const found = (body[list] as Body[]).find(is);
  assert.ok(found !== undefined, `${path}: ${JSON.stringify(body)}`);
  return found;
}

type Setting = {
  /** Where it is changed, and how it is read. */
  readonly path: string;
  readonly look: () => Promise<Body>;
  /** A change that leaves it as it never was before. */
  readonly change: (number: number) => Body;
  /** It names its version by itself. */
  readonly version?: (seen: Body) => string;
};

const rate = (number: number) => ({ trade_currency: 'INR', balance_currency: 'EUR', rate: number });
const inr = ({ trade_currency }: Body) => trade_currency === 'INR';

const SETTINGS: Readonly<Record<string, () => Promise<Setting>>> = {
  updateMerchant: async () => ({
    path: merchant,
    look: () => got(merchant),
    change: (number) => ({ name: `Shop ${number}` }),
  }),
  putTariffs: async () => ({
    path: `${merchant}/tariffs`,
    look: () => got(`${merchant}/tariffs`),
    change: (percent) => ({
      tariffs: [{ direction: 'payin', type: null, currency: null, percent }],
    }),
  }),
  putRates: async () => {
    await asked('PUT', '/rates', { rates: [{ ...rate(1), source: 'test' }] });
    return {
      path: '/rates',
      look: () => inList('/rates', inr, 'rates'),
      change: (number) => ({ rates: [{ ...rate(number + 1), source: 'test' }] }),
    };
  },
  putCurrencies: async () => ({
    path: '/currencies',
    look: () => got('/currencies'),
    change: (number) => ({ currencies: ['EUR', 'INR', 'KWD', 'USD', 'JPY'].slice(0, number + 1) }),
  }),
  updateBranding: async () => ({
    path: `${merchant}/branding`,
    look: () => got(`${merchant}/branding`),
    change: (number) => ({ footer: `Footer ${number}` }),
  }),
  updateCallbackEndpoint: async () => {
    const path = `${merchant}/callback_endpoints`;
    const { number } = await asked('POST', path, { url: 'https://shop.example/hook' });
    return {
      path: `${path}/${number}`,
      look: () => inList(path, (one) => one.number === number),
      change: (to) => ({ description: `Endpoint ${to}` }),
    };
  },
  updateReceivingAccount: async () => {
    const named = { type: 'account', currency: 'EUR', name: 'House', number: '12345678901' };
    const { id } = await asked('POST', '/receiving_accounts', named);
    const path = `/receiving_accounts/${id}`;
    return { path, look: () => got(path), change: (number) => ({ name: `House ${number}` }) };
  },
  putSettlementAccount: async () => {
    const path = `${merchant}/settlement_account`;
    const to = (number: number) => ({ type: 'account', number: `1234567890${number}`, name: 'Me' });
    await asked('PUT', path, to(0));
    return { path, look: () => got(path), change: to };
  },
  changeAlertSettings: async () => ({
    path: '/alert_settings',
    look: () => got('/alert_settings'),
    change: (number) => ({ raise_after_minutes: 20 + number }),
  }),
  changeAlertRecipient: async () => {
    const named = { channel: 'callback', name: 'Ops', address: 'https://ops.example/hook' };
    const { id } = await asked('POST', '/alert_recipients', named);
    return {
      path: `/alert_recipients/${id}`,
      look: () => inList('/alert_recipients', (one) => one.id === id),
      change: (number) => ({ address: `https://ops.example/hook/${number}` }),
    };
  },
  changeScheduledReport: async () => {
    const { id: saved_view_id } = await asked('POST', '/saved_views', {
      name: 'All',
      address: '/trades',
    });
    const recipients = [(await active(service.app, { role: 'finance' })).id];
    const named = { name: 'Daily', saved_view_id, every: 'day', recipients };
    const { id } = await asked('POST', '/scheduled_reports', named);
    return {
      path: `/scheduled_reports/${id}`,
      look: () => inList('/scheduled_reports', (one) => one.id === id),
      change: (number) => ({ hour: 7 + number }),
    };
  },
  changeOperatorToken: async () => {
    const { id } = await asked('POST', '/operator_tokens', { name: 'Books', role: 'viewer' });
    return {
      path: `/operator_tokens/${id}`,
      look: () => inList('/operator_tokens', (one) => one.id === id),
      change: (number) => ({ name: `Books ${number}` }),
    };
  },
  changeFeedToken: async () => {
    const named = { type: 'account', currency: 'EUR', name: 'House', number: '12345678902' };
    const { id: account } = await asked('POST', '/receiving_accounts', named);
    const feed = { name: 'Feed', receiving_account_ids: [account] };
    const { id } = await asked('POST', '/feed_tokens', feed);
    return {
      path: `/feed_tokens/${id}`,
      look: () => inList('/feed_tokens', (one) => one.id === id),
      change: (number) => ({ lines_per_hour: number }),
    };
  },
  changePersonRole: async () => {
    const named = { name: 'Ada', email: 'ada@example.com', role: 'owner' };
    const { id } = await asked('POST', '/people', named);
    const roles = ['owner', 'viewer', 'operator', 'auditor', 'owner'];
    return {
      path: `/people/${id}/role`,
      look: () => got(`/people/${id}`),
      change: (number) => ({ role: roles[number], reason: 'Other work' }),
    };
  },
  changeLineRule: async () => {
    const named = { type: 'account', currency: 'EUR', name: 'House', number: '12345678903' };
    const { id: receiving_account_id } = await asked('POST', '/receiving_accounts', named);
    const rule = (number: number) => ({
      name: `Rule ${number}`,
      act: 'fee',
      direction: 'out',
      text: 'CHARGES',
      note: 'Charges of the bank',
    });
    const { id } = await asked('POST', '/line_rules', { receiving_account_id, ...rule(0) });
    return {
      path: `/line_rules/${id}`,
      look: () => inList('/line_rules', (one) => one.id === id),
      change: rule,
      version: ({ version }) => String(version),
    };
  },
  setRetention: () => {
    const periods = (days: number) => [{ kind: 'sessions', days }];
    const to = (number: number) => ({ periods: periods(number + 40), note: 'Tried' });
    const look = () => inList('/retention', ({ kind }: Body) => kind === 'sessions', 'kinds');
    return Promise.resolve({ path: '/retention', look, change: to });
  },
  setApprovalBands: async () => {
    const band = { act: 'adjustment', currency: 'INR' };
    const to = (number: number) => ({
      bands: [{ ...band, from_cents: (number + 1) * 1_000 }],
      note: 'Tried',
    });
    await asked('PUT', '/approval-bands', to(0));
    const is = ({ act, currency }: Body) => act === band.act && currency === band.currency;
    const look = () => inList('/approval-bands', is, 'bands');
    return { path: '/approval-bands', look, change: to };
  },
};

const newRate = { trade_currency: 'JPY', balance_currency: 'KWD', source: 'test' };
const newBand = (from_cents: number) => ({ act: 'adjustment', currency: 'JPY', from_cents });

const ROUTES = OPERATOR_ROUTES.filter(({ takes_version }) => takes_version === true);

suite('a setting that two people change', () => {
  test('can name its version in each route that takes one', () => {
    assert.deepEqual(
      Object.keys(SETTINGS).toSorted(),
      ROUTES.map(({ operation_id }) => operation_id).toSorted(),
    );
  });

  test('each route that changes something takes the version, or says why not', () => {
    const changing = OPERATOR_ROUTES.filter(({ method }) => method !== 'GET');
    const forgotten = changing.filter(
      ({ takes_version, operation_id }) =>
        (takes_version === true) === UNVERSIONED.has(operation_id),
    );
    assert.deepEqual(
      forgotten.map(({ operation_id }) => operation_id),
      [],
    );
    const names = new Set(changing.map(({ operation_id }) => operation_id));
    assert.deepEqual(
      [...UNVERSIONED.keys()].filter((one) => !names.has(one)),
      [],
    );
  });

  test('each act that compares versions has a route that takes one', () => {
    const comparing = Object.values(SETTINGS_ACTS).filter((act) => 'seen' in act);
    assert.equal(comparing.length, ROUTES.length);
  });

  for (const [named, path, body] of [
    ['rate', '/rates', (number: number) => ({ rates: [{ ...newRate, rate: number }] })],
    ['band', '/approval-bands', (number: number) => ({ bands: [newBand(number)], note: 'Tried' })],
  ] as const) {
    test(`a ${named} that is not there yet has a version, too`, async () => {
      const send = (number: number) =>
        service.ask('PUT', path, { body: { ...body(number), expected_version: 'none' } });
      const both = await Promise.all([send(2_000), send(3_000)]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 422]);
      const late = await send(4_000);
      assert.equal(late.body.code, 'changed_meanwhile');
    });
  }

  for (const { operation_id, method } of ROUTES) {
    test(`${operation_id}: the second is told who was first`, async () => {
      const setting = await SETTINGS[operation_id]?.();
      assert.ok(setting !== undefined);
      const { path, look, change, version = (seen: Body) => String(seen.version) } = setting;
      const send = (number: number, expected_version: string): Promise<Reply> =>
        service.ask(method, path, { body: { ...change(number), expected_version } });
      const first = version(await look());

      const done = await send(1, first);
      assert.equal(done.status, 200, JSON.stringify(done.body));
      const second = version(await look());
      assert.notEqual(second, first);

      const refused = await send(2, first);
      assert.equal(refused.status, 422, JSON.stringify(refused.body));
      assert.equal(refused.body.code, 'changed_meanwhile');
      assert.equal(typeof refused.body.changed_by, 'string', JSON.stringify(refused.body));
      assert.equal(typeof refused.body.changed_at, 'string');
      assert.equal(version(await look()), second);

      const both = await Promise.all([send(2, second), send(3, second)]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 422]);
      const winner = both.findIndex(({ status }) => status === 200);
      const kept = await look();
      assert.notEqual(version(kept), second);
      const named = await send(winner + 2, version(kept));
      assert.equal(named.status, 200, 'the winner’s change is not what was kept');

      const without = await service.ask(method, path, { body: change(4) });
      assert.equal(without.status, 200, JSON.stringify(without.body));
    });
  }
});

test('people of a merchant are not told the names of the operator’s people', async () => {
  const path = `${merchant}/branding`;
  const { version } = await got(path);
  await asked('PATCH', path, { footer: 'By the house' });
  const named = { name: 'Shop', role: 'merchant_admin', merchant_id: merchant.split('/').at(-1) };
  const { token } = await asked('POST', '/operator_tokens', named);
  const body = { footer: 'By the shop', expected_version: version };
  const authorization = `Bearer ${token}`;
  const own = await service.ask('PATCH', path, { body, authorization });
  assert.deepEqual([own.status, own.body.changed_by], [422, 'Somebody else']);
  assert.match(String(own.body.detail), /^Somebody else has changed it/);
  const house = await service.ask('PATCH', path, { body });
  assert.deepEqual([house.status, house.body.changed_by], [422, 'OPERATOR_TOKEN']);
});
