// The journal of a month as Tally imports it: a voucher for each entry, in which debits and credits
// are the same, under the names that Tally's ledgers have.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { readEntries } from '../../../../server/store/ledger/ledger-lists.ts';
import * as scene from '../../../app/scene.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

/** More than one page has entries of. */
const ENTRIES = 501;

let service: OperatorService;
let merchant_id: string;
let month: string;
before(async () => {
  service = await openOperatorService();
  ({ merchant_id } = await makeMerchant(service.app));
  for (let entry = 1; entry <= ENTRIES; entry += 1) {
    await scene.fund(service.app, merchant_id, entry === 2 ? -100 : 12_345);
  }
  const [first] = await readEntries(service.app.store.db, merchant_id, 0n, 1);
  month = new Date(first?.at ?? 0).toISOString().slice(0, 7);
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const ask = (path: string) =>
  fetch(`${service.url}/operator/v1/ledger/months/${path}`, {
    headers: { authorization: AUTHORIZATION },
  });

async function tally(query: string): Promise<string> {
  const response = await ask(`${month}/tally.xml?merchant_id=${merchant_id}${query}`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8');
  assert.match(response.headers.get('content-disposition') ?? '', /filename="tally-\d{4}-\d\d/);
  return await response.text();
}

/** The texts of an element, wherever it is. */
const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(
    ([, text = '']) => text,
  );

suite('the journal for Tally', () => {
  test('has a voucher for each entry, over all pages, and each one balances', async () => {
    const xml = await tally('');
    const vouchers = xml.split('<VOUCHER ').slice(1);
    assert.equal(vouchers.length, ENTRIES);
    assert.deepEqual(
      textsOf(xml, 'VOUCHERNUMBER'),
      Array.from({ length: ENTRIES }, (_none, entry) => String(entry + 1)),
    );
    for (const voucher of vouchers) {
      const amounts = textsOf(voucher, 'AMOUNT').map(Number);
      assert.equal(amounts.length, 2);
      assert.equal(
        amounts.reduce((sum, amount) => sum + amount, 0),
        0,
      );
      const marks = amounts.map((amount) => (amount < 0 ? 'Yes' : 'No'));
      assert.deepEqual(textsOf(voucher, 'ISDEEMEDPOSITIVE'), marks);
    }
  });

  test('names the ledgers, the type of voucher and the company as Tally does', async () => {
    const ledgers = encodeURIComponent('available=Merchants & Co, clearing:none = Owner = Capital');
    const xml = await tally(`&ledgers=${ledgers}&voucher_type=Contra&company=Asha%20%3CLtd%3E`);
    assert.deepEqual(
      new Set(textsOf(xml, 'LEDGERNAME')),
      new Set(['Merchants &amp; Co', 'Owner = Capital']),
    );
    assert.deepEqual(new Set(textsOf(xml, 'VOUCHERTYPENAME')), new Set(['Contra']));
    assert.match(xml, / VCHTYPE="Contra" /);
    assert.deepEqual(textsOf(xml, 'SVCURRENTCOMPANY'), ['Asha &lt;Ltd&gt;']);
  });

  test('has the vouchers of one currency only, and none of another', async () => {
    const xml = await tally('&currency=EUR');
    assert.equal(xml.includes('<VOUCHER '), false);
    assert.match(xml, /<REQUESTDATA>\s*<\/REQUESTDATA>/);
  });

  test('names the field that is wrong', async () => {
    for (const [query, field] of [
      ['ledgers=wages%3DWages', 'ledgers'],
      ['ledgers=fees', 'ledgers'],
      ['currency=RUPEES', 'currency'],
      ['time_zone=Mars', 'time_zone'],
    ]) {
      const response = await ask(`${month}/tally.xml?${query}`);
      assert.equal(response.status, 422);
      const { errors } = (await response.json()) as { errors: { field: string }[] };
      assert.deepEqual(
        errors.map((one) => one.field),
        [field],
      );
    }
    assert.equal((await ask('2026-13/tally.xml')).status, 404);
  });
});
