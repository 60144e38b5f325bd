// Each act that names the version of its trade, dispute or bank line is refused on any other, and
// the refusal says who changed the object and when: over HTTP, as the console asks.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import * as disputes from '../../../app/dispute/dispute-scene.ts';
import * as scene from '../../../app/scene.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { setBandsOfAll } from '../../../support/set-bands.ts';
import { makeMerchant, type TestMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService, type Reply } from '../operator-service.ts';

const opened = cleanup();
let service: OperatorService;
let shop: TestMerchant;
let account: string;
before(async () => {
  service = await openOperatorService();
  opened(() => service.stop());
  await setBandsOfAll(service.app.store.db, null);
  await service.app.settings.refresh();
  shop = await makeMerchant(service.app);
  account = await scene.makeAccount(service.app, 'INR');
  await scene.fund(service.app, shop.merchant_id, 10_000_000);
});

type Body = Record<string, unknown>;

/** The token of the service's operator. */
const WHO = 'OPERATOR_TOKEN';
const OLD = { expected_sequence: 99 };
const LONG_AGO = { expected_decided_at: '2020-01-01T00:00:00.000Z' };
const note = 'Tried';

async function asked(path: string, body: Body): Promise<Body> {
  const reply = await service.ask('POST', path, { body });
  assert.ok(reply.status < 300, `${path}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

let amount_cents = 40_000;

async function newLine(): Promise<string> {
  amount_cents += 1;
  const lines = [{ booked_at: '2026-03-05T10:15:00Z', amount_cents, text: 'Nobody knows' }];
  const { lines: made } = await asked('/bank_lines', { receiving_account_id: account, lines });
  return String((made as Body[])[0]?.id);
}

/** Somebody has decided about it. */
async function decidedLine(): Promise<string> {
  const id = await newLine();
  await asked(`/bank_lines/${id}/own_transfer`, { note });
  return id;
}

async function creditedPayin(): Promise<string> {
  amount_cents += 1;
  const { id } = await scene.newPayin(service.app, shop, { amount_cents });
  await asked(`/trades/${shop.merchant_id}/${id}/confirm`, { note });
  return String(id);
}

async function cancelledPayin(): Promise<string> {
  amount_cents += 1;
  const { id } = await scene.newPayin(service.app, shop, { amount_cents });
  await asked(`/trades/${shop.merchant_id}/${id}/cancel`, { note });
  return String(id);
}

async function newPayout(): Promise<string> {
  amount_cents += 1;
  const { id } = await scene.newPayout(service.app, shop, amount_cents);
  return String(id);
}

async function takenPayout(): Promise<string> {
  const id = await newPayout();
  await asked(`/trades/${shop.merchant_id}/${id}/take`, {});
  return id;
}

/** Assigned by somebody. */
async function assignedDispute(): Promise<string> {
  amount_cents += 1;
  const payin = await disputes.credited(service.app, shop, amount_cents);
  const { merchant_id } = shop;
  const dispute = await disputes.opened(service.app, { merchant_id, id: payin.id });
  const path = `/disputes/${merchant_id}/${dispute.id}`;
  await asked(`${path}/assign`, { to: 'OPERATOR_TOKEN' });
  return path;
}

type Act = () => Promise<readonly [path: string, body: Body]>;

const onLine =
  (act: string, fields: Body = {}): Act =>
  async () => [`/bank_lines/${await decidedLine()}/${act}`, { note, ...fields, ...LONG_AGO }];
const onPayin =
  (act: string, fields: Body = {}): Act =>
  async () => [
    `/trades/${shop.merchant_id}/${await cancelledPayin()}/${act}`,
    { ...fields, ...OLD },
  ];
const onPayout =
  (act: string, fields: Body = {}): Act =>
  async () => [`/trades/${shop.merchant_id}/${await takenPayout()}/${act}`, { ...fields, ...OLD }];
/** The second of them is done: whatever changes something is in the audit trail. */
const onPayouts =
  (act: string, fields: Body = {}): Act =>
  async () => {
    const { merchant_id } = shop;
    const item = (id: string) => ({
      merchant_id,
      id,
      ...(act === 'complete' ? { utr: `4300123${amount_cents}` } : {}),
    });
    const stale = { ...item(await takenPayout()), ...OLD };
    const other = item(act === 'take' ? await newPayout() : await takenPayout());
    return [`/payouts/${act}`, { payouts: [stale, other], ...fields }];
  };
const onDispute =
  (act: string, fields: Body = {}): Act =>
  async () => [`${await assignedDispute()}/${act}`, { ...fields, ...OLD }];

const ACTS: Readonly<Record<string, Act>> = {
  assignBankLine: async () => {
    const { merchant_id } = shop;
    const trade_id = await cancelledPayin();
    return onLine('assign', { merchant_id, trade_id })();
  },
  splitBankLine: onLine('split', { parts: [1, 2] }),
  feeBankLine: onLine('fee'),
  ownTransferBankLine: onLine('own_transfer'),
  returnBankLine: onLine('return', { number: '000111222333', name: 'Payer' }),
  undoBankLine: onLine('undo'),
  creditBankLine: () => onLine('credit', { merchant_id: shop.merchant_id })(),
  keepBankLine: onLine('keep'),
  decideBankLines: async () => {
    const act = { act: 'own_transfer', note };
    const stale = { bank_line_id: await decidedLine(), ...act, ...LONG_AGO };
    return [
      '/bank_lines/decide',
      { decisions: [stale, { bank_line_id: await newLine(), ...act }] },
    ];
  },
  confirmTrade: onPayin('confirm'),
  cancelTrade: onPayin('cancel'),
  disputeTrade: onPayin('dispute'),
  resolveTrade: onPayin('resolve'),
  reverseTrade: onPayin('reverse', { note }),
  refundTrade: async () => {
    const payee = { number: '000111222333', name: 'Payer' };
    const body = { note, amount_cents: 1, ...payee, ...OLD };
    return [`/trades/${shop.merchant_id}/${await creditedPayin()}/refund`, body];
  },
  completeTrade: onPayout('complete', { utr: '430012345678' }),
  takeTrade: onPayout('take'),
  releaseTrade: onPayout('release', { note }),
  failTrade: onPayout('fail', { reason: 'bank_returned' }),
  takePayouts: onPayouts('take'),
  releasePayouts: onPayouts('release', { note }),
  completePayouts: onPayouts('complete'),
  rejectPayouts: onPayouts('reject', { reason: 'bank_returned', note }),
  decideDispute: onDispute('decide', { outcome: 'upheld', note }),
  askDispute: onDispute('ask', { party: 'merchant', note }),
  assignDispute: onDispute('assign', { to: null }),
  acceptDispute: onDispute('accept'),
  withdrawDispute: onDispute('withdraw'),
  appealDispute: onDispute('appeal'),
  closeDispute: onDispute('close'),
};

/** Of these the object's members of a batch are refused, each in a result of its own. */
const IN_BATCHES = ['createPayoutBatch', 'releaseFromPayoutBatch', 'takeIntoPayoutBatch'];

const TAKES_VERSION = OPERATOR_ROUTES.filter(({ body }) =>
  /"expected_(?:sequence|decided_at)"/.test(JSON.stringify(body ?? null)),
);

function ofOne({ code, changed_by: by, changed_at: at }: Body): Body {
  assert.equal(code, 'changed_meanwhile');
  return { by, at };
}

/** Of a decision among many the detail says it. */
function ofDecision({ error }: { readonly error: Body }): Body {
  assert.equal(error.code, 'changed_meanwhile');
  const [, by, at] = /by (\S+), (\S+)\.$/.exec(String(error.detail)) ?? [];
  return { by, at };
}

function told({ status, body }: Reply): Body {
  if (status >= 400) return ofOne(body);
  const { payouts: [payout] = [], results: [decision] = [] } = Object(body);
  return payout === undefined ? ofDecision(decision) : ofOne(payout);
}

suite('an act on what somebody has changed meanwhile', () => {
  test('is tried for each operation that names a version', () => {
    const tried = [...Object.keys(ACTS), ...IN_BATCHES].toSorted();
    assert.deepEqual(tried, TAKES_VERSION.map(({ operation_id }) => operation_id).toSorted());
  });

  for (const [operation_id, act] of Object.entries(ACTS)) {
    test(`${operation_id}: says who was first, and when`, async () => {
      const [path, body] = await act();
      const { by, at } = told(await service.ask('POST', path, { body }));
      assert.equal(by, WHO);
      assert.match(String(at), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    });
  }
});

suite('an act that is refused on a bank line', () => {
  const refused = async (act: string, line: string, body: Body) => {
    const reply = await service.ask('POST', `/bank_lines/${line}/${act}`, { body });
    assert.equal(reply.body.code, 'act_not_allowed', JSON.stringify(reply.body));
    const { changed_act, changed_by } = reply.body;
    return [changed_act, changed_by];
  };

  test('says who decided about the line, whatever is wrong with the fields', async () => {
    const line = await decidedLine();
    const wanted = ['bank_line_own_transfer', WHO];
    assert.deepEqual(await refused('fee', line, { note }), wanted);
    assert.deepEqual(await refused('split', line, { note, parts: 'none' }), wanted);
  });

  test('says who changed the trade, if that is why', async () => {
    const { id } = await scene.newPayin(service.app, shop, { amount_cents: amount_cents + 1 });
    const whose = { note, merchant_id: shop.merchant_id, trade_id: id };
    await asked(`/bank_lines/${await newLine()}/assign`, whose);
    const [changed_act, changed_by] = await refused('assign', await newLine(), whose);
    assert.equal(changed_by, WHO);
    assert.notEqual(changed_act, undefined);
  });
});
