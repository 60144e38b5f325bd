// Files that wait for a second person, in live mode as it is installed: an approved import that is
// cut off goes on, sums are those of a currency, and a large file is one approval.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { verifyBooks } from '../../../../server/app/proof/verify-books.ts';
import * as scene from '../../../app/scene.ts';
import { camt, type Entry, makeAccount, testIban } from '../../../app/statement/statement-scene.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import { type Someone, someone } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let ana: Someone;
let ben: Someone;
let account: string;
const iban = testIban(31);
const DOLLARS = '50100012345031';
const YEN = '50100012345032';

before(async () => {
  // Set up by one person; from then on the default bands count.
  service = await openOperatorService({ mode: 'live' });
  opened(() => service.stop());
  ana = await someone(service, 'operator');
  ben = await someone(service);
  account = await makeAccount(service.app, 'iban', 'EUR', iban);
  await makeAccount(service.app, 'account', 'USD', DOLLARS);
  await makeAccount(service.app, 'account', 'JPY', YEN);
  await service.app.store.db.query('', 'delete from approval_bands', []);
  await service.app.store.db.query('', 'update settings_versions set version = version + 1', []);
  await service.app.settings.refresh();
});

const upload = ({ authorization }: Someone, file: Buffer, name: string) =>
  service.ask('POST', `/statements?file_name=${name}`, {
    authorization,
    headers: { 'content-type': 'application/xml' },
    body: file,
  });
const approve = ({ authorization }: Someone, id: unknown) =>
  service.ask('POST', `/approvals/${id}/approve`, { authorization });

async function numberOf(statement: string, ...values: unknown[]): Promise<number> {
  const query = `select (${statement})::int as number`;
  const [row] = await service.app.store.db.query<{ number: number }>('', query, values);
  return row?.number ?? -1;
}
const lines = () => numberOf('select count(*) from bank_lines');
const counted = () => numberOf('select count(*) from counted_acts');

/** Orders of one amount, told apart by the bank's reference. */
const entries = (name: string, count: number, amount = '10.00'): Entry[] =>
  Array.from({ length: count }, (_, index) => [`${name}${index}`, amount, `${name} ${index}`]);

suite('an approved import that is cut off', () => {
  const LINES = 1_000;
  const file = camt(iban, entries('CUT', LINES));
  let proposal: unknown;

  test('has used up its approval, and stands where the process ended', async () => {
    const shop = await makeMerchant(service.app, { balance_currency: 'EUR' });
    const fields = { amount_cents: 1_000, amount_currency: 'EUR', type: 'iban' };
    const payin = await scene.newPayin(service.app, shop, fields);
    assert.equal(payin.state, 'pending');
    const held = await upload(ana, file, 'cut.xml');
    assert.equal(held.status, 202, JSON.stringify(held.body));
    proposal = held.body.id;
    const { writer } = service.app;
    const { submit } = writer;
    let left = 300;
    // From here on the process writes nothing any more, as if it had been killed.
    writer.submit = (command) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('The process was killed')) : submit(command);
    };
    const approved = await approve(ben, proposal);
    writer.submit = submit;
    assert.equal(approved.status, 500);
    const taken = await lines();
    assert.ok(taken > 0 && taken < LINES, `${taken} lines`);
    const state = `select count(*) from proposals where proposal_id = $1 and state = 'approved'`;
    assert.equal(await numberOf(state, proposal), 1);
    const again = await approve(ben, proposal);
    assert.deepEqual([again.status, again.body.code], [422, 'proposal_closed']);
    assert.equal(await lines(), taken);
  });

  test('says how it goes on: by the same file, without a second approval', async () => {
    const taken = await lines();
    const { body } = await service.ask('GET', '/attention');
    const later = JSON.stringify(body.data);
    assert.ok(
      later.includes('Import the same file again: it goes on where it was cut off.'),
      later,
    );
    const again = await upload(ana, file, 'cut.xml');
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.deepEqual([again.body.imported, again.body.duplicate], [LINES - taken, taken]);
    assert.equal(await lines(), LINES);
    const approvals = `select count(*) from audit_entries where action = 'proposal_approved'`;
    assert.equal(await numberOf(approvals), 1);
    assert.equal(await counted(), 0, 'what two agreed to counts in no sum');
  });

  test('counts nothing twice, whoever gives the file once more', async () => {
    for (const who of [ana, ben]) {
      const { status, body } = await upload(who, file, 'cut.xml');
      assert.deepEqual([status, body.imported, body.duplicate], [200, 0, LINES]);
    }
    const credited = 'select sum(amount_cents) from bank_lines where receiving_account_id = $1';
    assert.equal(await numberOf(credited, account), LINES * 1_000);
    assert.deepEqual((await verifyBooks(service.app)).problems, []);
  });
});

/** The statements of accounts in several currencies as one file. */
function inCurrencies(...statements: (readonly [number: string, currency: string, Entry[]])[]) {
  const texts = statements.map(([number, currency, of]) => {
    const text = camt(number, of).toString().replaceAll('EUR', currency);
    return number === iban
      ? text
      : text.replace(`<IBAN>${number}</IBAN>`, `<Othr><Id>${number}</Id></Othr>`);
  });
  const parts = texts.map((text) => /<Stmt>.*<\/Stmt>/s.exec(text)?.[0] ?? '');
  const head = texts[0]?.split('<Stmt>', 1)[0] ?? '';
  return Buffer.from(`${head}${parts.join('\n')}</BkToCstmrStmt></Document>`);
}

suite('evidence in several currencies', () => {
  test('has a sum for each: those below their bands count at once', async () => {
    const file = inCurrencies(
      [iban, 'EUR', entries('E', 1, '900.00')],
      [DOLLARS, 'USD', entries('U', 1, '900.00')],
      [YEN, 'JPY', entries('J', 1, '90000')],
    );
    const { status, body } = await upload(ana, file, 'three.xml');
    assert.deepEqual([status, body.imported], [200, 3], JSON.stringify(body));
    const sums = await service.app.store.db.query<{ currency: string; cents: bigint }>(
      '',
      `select currency, sum(amount_cents)::bigint as cents from counted_acts
       where act = 'evidence' group by 1 order by 1`,
      [],
    );
    assert.deepEqual(
      sums.map(({ currency, cents }) => [currency, cents]),
      [
        ['EUR', 90_000n],
        ['JPY', 90_000n],
        ['USD', 90_000n],
      ],
    );
  });

  test('waits as a whole if one of them is above its band, and one approval is enough', async () => {
    const before = await lines();
    const file = inCurrencies(
      [YEN, 'JPY', entries('K', 1, '100')],
      [DOLLARS, 'USD', entries('V', 2, '60.00')],
    );
    const { status, body } = await upload(ana, file, 'two.xml');
    assert.equal(status, 202, JSON.stringify(body));
    // An amount in two currencies says nothing; each account has its own.
    assert.deepEqual([body.currency, body.amount_cents], [null, null]);
    assert.deepEqual([await lines(), await counted()], [before, 3]);
    const { authorization } = ben;
    const shown = await service.ask('GET', `/approvals/${body.id}`, { authorization });
    const evidence: { currency: string; in_cents: number }[] = Object(shown.body.outcome).evidence;
    assert.deepEqual(
      evidence.map(({ currency, in_cents }) => [currency, in_cents]),
      [
        ['JPY', 100],
        ['USD', 12_000],
      ],
    );
    const approved = await approve(ben, body.id);
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    assert.equal(await lines(), before + 3);
    assert.equal(await counted(), 3);
  });
});
