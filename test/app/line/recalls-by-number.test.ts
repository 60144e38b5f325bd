// The bank takes money back and names the payment by its own number or by the payer's: the recall
// finds its pay-in, also if it has no UTR.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rematchLines } from '../../../server/app/line/rematch-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  type Account,
  dayAgo,
  linesOf,
  newAccount,
  onlyAccount,
  useApp,
} from '../statement/second-format-scene.ts';

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
before(async () => {
  service = await openTestApp();
  app = service.app;
  useApp(app);
  merchant = await makeMerchant(app, { balance_currency: 'EUR' });
});
after(async () => {
  await service.stop();
});

type Entry = {
  readonly is_reversal?: true;
  readonly is_out?: true;
  /** Of the entry (`AcctSvcrRef`). */
  readonly bank?: string;
  readonly end_to_end?: string;
  readonly reason?: string;
  readonly text?: string;
  readonly cents?: number;
};

const CENTS = 50_000;
const DAY = dayAgo(0);

const xml = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${text}</${name}>`;

function entryOf({ is_reversal, is_out, bank, end_to_end, reason, text, cents = CENTS }: Entry) {
  return [
    `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt>`,
    `<CdtDbtInd>${is_out === true ? 'DBIT' : 'CRDT'}</CdtDbtInd>`,
    is_reversal === true ? '<RvslInd>true</RvslInd>' : '',
    `<Sts>BOOK</Sts><BookgDt><Dt>${DAY}</Dt></BookgDt>${xml('AcctSvcrRef', bank)}`,
    `<NtryDtls><TxDtls><Refs>${xml('EndToEndId', end_to_end)}</Refs>`,
    reason === undefined ? '' : `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`,
    `<RmtInf><Ustrd>${text ?? 'payment'}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  ].join('');
}

let files = 0;
async function give({ iban }: Account, entries: readonly Entry[]): Promise<void> {
  files += 1;
  const body = [
    '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>',
    `<Id>R${files}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
    ...entries.map(entryOf),
    '</Stmt></BkToCstmrStmt></Document>',
  ].join('');
  accepted(await importStatement(app, OPERATOR, { body: Buffer.from(body) }));
}

async function giveMt940({ iban }: Account, entry: string): Promise<void> {
  files += 1;
  const day = DAY.slice(2).replaceAll('-', '');
  const body = [`:20:R${files}`, `:25:${iban}`, ':28C:1/1', `:60F:C${day}EUR0,00`];
  const closing = entry.startsWith('RC') ? 'D' : 'C';
  const line = `:61:${day}${day.slice(2)}${entry}`;
  const rest = [
    ':86:166?00CREDIT?20EREF+INV-2026-77?21SVWZ+order',
    `:62F:${closing}${day}EUR500,00`,
  ];
  const text = [...body, line, ...rest, '-'].join('\n');
  accepted(await importStatement(app, OPERATOR, { body: Buffer.from(text) }));
}

async function begun() {
  const account = await newAccount();
  await onlyAccount(account.id);
  const fields = { amount_currency: 'EUR', type: 'iban', amount_cents: CENTS };
  const { id } = await scene.newPayin(app, merchant, fields);
  const stateNow = async () => {
    const key = { merchant: merchant.merchant_id, uuid: id };
    const { state, state_reason } = accepted(await getTrade(app, merchant.caller, key));
    return [state, state_reason];
  };
  const outgoing = async () => {
    const line = (await linesOf(account.id)).find((one) => one.amount_cents < 0);
    return [line?.status, line?.reason];
  };
  return { account, stateNow, outgoing };
}

const FOUND: readonly (readonly [name: string, came: Entry, went: Entry])[] = [
  ['the bank’s number of the entry', { bank: 'ABC1' }, { is_reversal: true, bank: 'ABC1' }],
  [
    'the bank’s number, although the payment has a UTR',
    { bank: 'ABC2', text: 'UPI 412345678901' },
    { is_reversal: true, bank: 'ABC2', text: 'reversal' },
  ],
  [
    'the payer’s number',
    { bank: 'ABC3', end_to_end: 'INV-2026-1' },
    { is_reversal: true, bank: 'XYZ3', end_to_end: 'INV-2026-1' },
  ],
  [
    'the payer’s number and a code instead of a mark',
    { bank: 'ABC4', end_to_end: 'INV-2026-2' },
    { bank: 'XYZ4', end_to_end: 'INV-2026-2', reason: 'FOCR' },
  ],
];

for (const [name, came, went] of FOUND) {
  test(`a recall finds its pay-in by ${name}`, async () => {
    const { account, stateNow, outgoing } = await begun();
    await give(account, [came]);
    assert.deepEqual(await stateNow(), ['completed', null]);
    await give(account, [{ ...went, is_out: true }]);
    assert.deepEqual(await outgoing(), ['matched', 'recall']);
    assert.deepEqual(await stateNow(), ['reversed', 'bank_returned']);
  });
}

test('a recall finds its pay-in in MT940, by the payer’s number', async () => {
  const { account, stateNow } = await begun();
  await giveMt940(account, 'C500,00NTRFNONREF');
  assert.deepEqual(await stateNow(), ['completed', null]);
  await giveMt940(account, 'RC500,00NTRFNONREF');
  assert.deepEqual(await stateNow(), ['reversed', 'bank_returned']);
});

test('a recall that the file has above its payment takes it back as well', async () => {
  const { account, stateNow } = await begun();
  const numbers = { bank: 'ABC5', end_to_end: 'INV-2026-5' };
  await give(account, [{ ...numbers, is_reversal: true, is_out: true }]);
  await give(account, [{ ...numbers, bank: 'ABC6' }]);
  assert.deepEqual(await stateNow(), ['completed', null]);
  await rematchLines(app);
  assert.deepEqual(await stateNow(), ['reversed', 'bank_returned']);
});

test('of two payments with the number a person chooses', async () => {
  const { account, stateNow, outgoing } = await begun();
  await give(account, [{ bank: 'ABC7' }, { bank: 'ABC7', text: 'another' }]);
  await give(account, [{ bank: 'ABC7', is_reversal: true, is_out: true }]);
  assert.deepEqual(await outgoing(), ['suspense', 'recall_for_review']);
  assert.equal((await stateNow())[0], 'completed');
});

const NOT_FOUND: readonly (readonly [name: string, went: Entry])[] = [
  ['another number', { is_reversal: true, bank: 'XYZ8', end_to_end: 'INV-2026-9' }],
  ['the number, but no word that it takes something back', { bank: 'ABC8' }],
  ['the number and another amount', { is_reversal: true, bank: 'ABC8', cents: 100 }],
];

for (const [name, went] of NOT_FOUND) {
  test(`money that left takes no pay-in back: ${name}`, async () => {
    const { account, stateNow, outgoing } = await begun();
    await give(account, [{ bank: 'ABC8', end_to_end: 'INV-2026-8' }]);
    await give(account, [{ ...went, is_out: true }]);
    assert.deepEqual(await outgoing(), ['suspense', 'outgoing']);
    assert.deepEqual(await stateNow(), ['completed', null]);
  });
}

test('the number of a payment on another account says nothing', async () => {
  const first = await begun();
  await give(first.account, [{ bank: 'ABC9' }]);
  const other = await newAccount();
  await give(other, [{ bank: 'ABC9', is_reversal: true, is_out: true }]);
  assert.deepEqual(await first.stateNow(), ['completed', null]);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
