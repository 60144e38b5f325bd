// Broken camt and MT940 files: refused with the line and the reason, and nothing of them is stored.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { STATEMENT_FORMATS } from '../../../server/formats/statement/statement-format.ts';
import { fc } from '../../support/property.ts';
import { samplesOf } from '../../support/statement-samples.ts';
import { bytes, inPieces, only, readFile } from './read-file.ts';

const sample = (name: string) =>
  readFileSync(new URL(`../../statements/${name}`, import.meta.url), 'latin1');
const CAMT = Buffer.from(sample('camt053-v02-batch.xml'), 'latin1').toString();
const MT940 = sample('mt940-german.sta');

const errorsOf = async (text: string) =>
  (await readFile(Buffer.from(text, 'latin1'), only('EUR'))).errors;

/** The same file with one thing changed, and the line of the change. */
async function broken(text: string, from: string, to: string, message: RegExp, at?: number) {
  assert.ok(text.includes(from), from);
  const changed = text.replace(from, () => to);
  const [first] = await errorsOf(changed);
  assert.match(first?.message ?? 'nothing is wrong', message, to);
  const line = text.slice(0, text.indexOf(from)).split('\n').length;
  assert.equal(first?.line, at ?? line, to);
}

describe('camt.053', () => {
  test('with a wrong value names its entry', async () => {
    const entry = 32;
    const table: [from: string, to: string, message: RegExp, at?: number][] = [
      [
        '<Amt Ccy="EUR">234.56</Amt>\n',
        '<Amt Ccy="EUR">234,56</Amt>\n',
        /234,56, which is none/,
        entry,
      ],
      [
        '<Amt Ccy="EUR">234.56</Amt>\n',
        '<Amt Ccy="EUR">-4.00</Amt>\n',
        /-4\.00, which is none/,
        entry,
      ],
      ['<Amt Ccy="EUR">234.56</Amt>\n', '<Amt Ccy="EUR">2.345</Amt>\n', /more decimals/, entry],
      [
        '<Amt Ccy="EUR">234.56</Amt>\n',
        '<Amt Ccy="USD">234.56</Amt>\n',
        /in USD, its account in EUR/,
        entry,
      ],
      [
        '<Amt Ccy="EUR">234.56</Amt>\n',
        '<Amt Ccy="EUX">234.56</Amt>\n',
        /no known currency/,
        entry,
      ],
      ['<Amt Ccy="EUR">234.56</Amt>\n', '', /has no amount/, entry],
      [
        '<Amt Ccy="EUR">234.56</Amt>\n',
        '<Amt Ccy="EUR">99999999999999.00</Amt>\n',
        /at most/,
        entry,
      ],
      [
        '<CdtDbtInd>CRDT</CdtDbtInd>\n        <Sts>',
        '<CdtDbtInd>IN</CdtDbtInd><Sts>',
        /CdtDbtInd IN/,
        entry,
      ],
      ['<Sts>BOOK</Sts>', '', /no status/, entry],
      [
        '<BookgDt><Dt>2026-03-05</Dt></BookgDt>\n        <ValDt><Dt>2026-03-05</Dt></ValDt>',
        '',
        /no booking date/,
        entry,
      ],
      [
        '<BookgDt><Dt>2026-03-05</Dt></BookgDt>\n        <ValDt><Dt>2026-03-05</Dt></ValDt>',
        '<BookgDt><Dt>2026-02-30</Dt></BookgDt>',
        /no booking date/,
        entry,
      ],
    ];
    for (const [from, to, message, at] of table) await broken(CAMT, from, to, message, at);
  });

  test('whose sums are wrong is refused as a whole', async () => {
    const table: [from: string, to: string, message: RegExp, at?: number][] = [
      ['1354.56', '1354.57', /does not add up: from 100000 to 135457 minor units/, 10],
      [
        '<Amt Ccy="EUR">150.00</Amt>',
        '<Amt Ccy="EUR">150.01</Amt>',
        /payments of the entry add up to 15000 minor units, but the entry says 15001/,
      ],
    ];
    const entry = CAMT.slice(0, CAMT.indexOf('<Amt Ccy="EUR">150.00</Amt>')).split('\n').length - 1;
    await broken(CAMT, ...(table[0] ?? fail()));
    const [from, to, message] = table[1] ?? fail();
    await broken(CAMT, from, to, message, entry);
    const two = Buffer.from(sample('camt053-v08-two-accounts.xml'), 'latin1').toString();
    const { errors } = await readFile(
      bytes(
        two
          .replace('<ns2:NbOfNtries>2<', '<ns2:NbOfNtries>3<')
          .replace('<ns2:Sum>15000<', '<ns2:Sum>15001<'),
      ),
      only('INR'),
    );
    assert.match(errors[0]?.message ?? '', /counts 3 entries, the statement has 2/);
    assert.match(
      errors[1]?.message ?? '',
      /credits up to 1500100 minor units, but they are 1500000/,
    );
  });

  test('without balances is read, and none are kept', async () => {
    const { parts, errors } = await readFile(
      bytes(CAMT.replace(/<Bal>[\s\S]*<\/Bal>/, '')),
      only('EUR'),
    );
    assert.deepEqual([errors, parts[0]?.balances, parts[0]?.rows.length], [[], [], 5]);
  });

  test('of which only a page is there does not have to add up', async () => {
    const page = CAMT.replace('<LastPgInd>true<', '<LastPgInd>false<').replace('1354.56', '9.99');
    assert.deepEqual(await errorsOf(page), []);
  });

  test('that is cut off, or no XML, or another message, is told as such', async () => {
    for (const at of [30, 500, 2_000, CAMT.length - 20]) {
      const [error] = await errorsOf(CAMT.slice(0, at));
      assert.match(error?.message ?? '', /cut off|ends inside|no camt|column names/, `${at}`);
    }
    await broken(CAMT, '</Sts>', '</Stz>', /<\/Stz> where <\/Sts> belongs/);
    await broken(CAMT, '</Document>', '</Document><More/>', /more than one outermost/);
    await broken(CAMT, '</Document>', '</Document>more', /text outside/);
    await broken(CAMT, '<GrpHdr>', '<GrpHdr a="1" a="2">', /attribute a twice/);
    await broken(CAMT, '<BkToCstmrStmt>', '<CstmrPmtStsRpt>', /pain\.002/);
    const foreign = CAMT.replaceAll('BkToCstmrStmt', 'Something');
    assert.match((await errorsOf(foreign))[0]?.message ?? '', /neither a camt\.053/);
  });

  test('that attacks its reader is refused before it costs anything', async () => {
    const doctype = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    await broken(CAMT, '<Document', `${doctype}<Document`, /document type/);
    await broken(CAMT, 'danke', '&b;', /an entity that is not taken: &b;/);
    await broken(CAMT, 'danke', '&#0;', /not taken: &#0;/);
    const deep = CAMT.replace('<GrpHdr>', `${'<a>'.repeat(100)}<GrpHdr>`);
    assert.match((await errorsOf(deep))[0]?.message ?? '', /nested more than 64 deep/);
    const wide = CAMT.replace('<NtryDtls>', `<NtryDtls>${'<a/>'.repeat(6_000)}`);
    assert.match((await errorsOf(wide))[0]?.message ?? '', /more than 5000 elements/);
    const long = CAMT.replace('danke', 'x'.repeat(70_000));
    assert.match((await errorsOf(long))[0]?.message ?? '', /more than 65536 characters/);
    const tag = CAMT.replace('<GrpHdr>', `<GrpHdr a="${'x'.repeat(90_000)}">`);
    assert.match(
      (await errorsOf(tag))[0]?.message ?? '',
      /tag has more than 8192|tag is malformed/,
    );
  });

  test('in encodings that it declares, or marks, or lies about', async () => {
    const latin = CAMT.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"').replace('danke', 'für');
    const read = await readFile(Buffer.from(latin, 'latin1'), only('EUR'));
    assert.match(read.rows[0]?.text ?? '', /für/);
    const wide = Buffer.from(`\ufeff${CAMT.replace('danke', 'für')}`, 'utf16le');
    assert.match((await readFile(wide, only('EUR'))).rows[0]?.text ?? '', /für/);
    const lie = Buffer.from(CAMT.replace('danke', 'für'), 'latin1');
    const { errors } = await readFile(lie, only('EUR'));
    assert.match(errors[0]?.message ?? '', /not UTF-8 text/);
    await broken(CAMT, 'encoding="UTF-8"', 'encoding="EBCDIC-CP-US"', /accepted are UTF-8, UTF-16/);
    const marked = Buffer.from(`\ufeff${CAMT.replaceAll('\n', '\r\n')}`);
    const dos = await readFile(marked, only('EUR'));
    assert.deepEqual([dos.errors, dos.rows.length, dos.rows[0]?.line], [[], 5, 32]);
  });
});

function fail(): never {
  throw new Error('There is no such row');
}

describe('one reference of the bank, used twice', () => {
  const entry = (id: string, amount: string) =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-05</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef></Ntry>`;
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-05</Dt></Dt></Bal>`;
  const file = (...content: string[]) =>
    bytes(
      `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Id>1</Id>${content.join('')}</Stmt></BkToCstmrStmt></Document>`,
    );

  test('is two lines where the balances count both, and one where they count one', async () => {
    const twice = [entry('A', '5.00'), entry('A', '5.00')];
    const both = await readFile(
      file(balance('OPBD', '0.00'), balance('CLBD', '10.00'), ...twice),
      only('EUR'),
    );
    const one = await readFile(
      file(balance('OPBD', '0.00'), balance('CLBD', '5.00'), ...twice),
      only('EUR'),
    );
    const unknown = await readFile(file(...twice), only('EUR'));
    assert.deepEqual(
      [both, one, unknown].map(({ parts, errors }) => [errors, parts[0]?.repeats]),
      [
        [[], 'each'],
        [[], 'first'],
        [[], 'unknown'],
      ],
    );
    assert.deepEqual(
      both.rows.map(({ number }) => number),
      [1, 2],
    );
    const neither = await readFile(
      file(balance('OPBD', '0.00'), balance('CLBD', '7.00'), ...twice),
      only('EUR'),
    );
    assert.match(neither.errors[0]?.message ?? '', /does not add up/);
  });

  test('a statement that is in the file twice counts once', async () => {
    const stmt = `<Stmt><Id>1</Id>${entry('A', '5.00')}${entry('', '6.00')}</Stmt>`;
    const both = `<BkToCstmrStmt>${stmt}\n${stmt}</BkToCstmrStmt>`;
    const text = `<?xml version="1.0"?><Document>${both}</Document>`;
    const { parts, warnings } = await readFile(bytes(text), only('EUR'));
    assert.equal(parts.length, 1);
    assert.match(warnings[0]?.message ?? '', /in the file twice/);
  });
});

describe('MT940', () => {
  test('with something wrong names its field', async () => {
    const table: [from: string, to: string, message: RegExp, at?: number][] = [
      [':62F:C260305EUR2457,50', ':62F:C260305EUR2457,51', /does not add up/, 1],
      [':62F:C260305EUR2457,50\r\n', '', /no closing balance, :62F:; is the file cut off/, 1],
      [':60F:C260304EUR1000,00\r\n', '', /no opening balance, :60F:/, 1],
      [':60F:C260304EUR1000,00', ':60F:C260304EUR1.000', /:60F: must have a comma before/],
      [':60F:C260304EUR', ':60F:C260230EUR', /:60F: has a date that is none/],
      ['C260304EUR', 'C260304EUX', /:60F: is in EUX, which is no currency/],
      [':60F:C260304EUR', ':60F:X260304EUR', /:60F: is not written as MT940/],
      [':62F:C260305EUR', ':62F:C260305USD', /is in USD, the statement in EUR/],
      [':61:2603050305CR1500,00', ':61:2603050305CR1.500', /:61: must have a comma before/],
      [':61:2603050305CR1500,00', ':61:2603050305X1500,00', /:61: is not written as MT940/],
      [':61:2603050305CR', ':61:260431CR', /a date that is none/],
      [':61:2603050305CR', ':61:2613050305CR', /a date that is none/],
      [':61:2603050305CR', ':61:2603050230CR', /a date that is none/],
      [':61:2603050305CR1500,00', ':61:2603050305CR1500,001', /more decimals/],
      [':61:2603050305CR1500,00', ':61:2603050305EC1500,00', /does not add up/, 1],
    ];
    for (const [from, to, message, at] of table) await broken(MT940, from, to, message, at);
  });

  test('that is none, or mixed with reports within the day, is told as such', async () => {
    const [mixed] = await errorsOf(`${MT940}\n:20:A\n:25:B\n:34F:EUR0,\n-`);
    assert.match(mixed?.message ?? '', /MT940, and reports .* MT942; split/);
    assert.match((await errorsOf(':20:A\n:25:B\n-\n:61:x'))[0]?.message ?? '', /stands outside/);
    assert.match(
      (await errorsOf(`:20:A\n:25:B\n:86:${'x\n'.repeat(99)}`))[0]?.message ?? '',
      /60 lines/,
    );
    assert.match(
      (await errorsOf(`:20:A\n:25:B\n:86:${'x'.repeat(3_000)}`))[0]?.message ?? '',
      /2000 characters/,
    );
  });

  test('whose second page does not begin where the first ended is refused', async () => {
    await broken(
      sample('mt940-slash.sta'),
      ':60M:C260305EUR730,75',
      ':60M:C260305EUR730,76',
      /page before ended/,
    );
  });
});

test('no damage to a file makes its reader do anything but read it or refuse it', async () => {
  const first = STATEMENT_FORMATS.map(({ format }) => samplesOf(format)[0]?.bytes);
  const file = fc.constantFrom(...first.map((sample) => String(sample?.toString('latin1'))));
  const damage = fc.record({
    at: fc.nat(6_000),
    length: fc.nat(30),
    text: fc.string({ maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(file, damage, async (text, { at, length, text: other }) => {
      const damaged = Buffer.from(text.slice(0, at) + other + text.slice(at + length), 'latin1');
      const whole = await readFile(damaged, only('EUR'));
      assert.deepEqual(await readFile(inPieces(damaged, 100), only('EUR')), whole);
      if (whole.errors.length > 0) return;
      // Whatever is still read as a whole adds up.
      for (const { balances, in_cents, out_cents } of whole.parts) {
        const [opening, closing] = [balances[0]?.opening_cents, balances.at(-1)?.closing_cents];
        if (opening == null || closing == null || balances.length > 1) continue;
        assert.equal(opening + in_cents - out_cents, closing);
      }
    }),
    { numRuns: 150 },
  );
});
