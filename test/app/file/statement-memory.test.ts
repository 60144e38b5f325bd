// Files made to fill the memory: the amount held at any time is limited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswers } from '../../../server/app/file/read-answers.ts';
import { bytes, inPieces, only, readFile } from './read-file.ts';

const errorsOf = async (text: string) => (await readFile(bytes(text), only('EUR'))).errors;

test('a file that would fill the memory is refused before it does', async () => {
  const many = (text: string) => text.repeat(6_000);
  const head = '<?xml version="1.0"?><Document><BkToCstmrStmt>';
  const entry = '<Ntry><Sts>PDNG</Sts>';
  const table: [text: string, message: RegExp][] = [
    // Held for the pages of the message, for a balance, and beside the payments of an entry.
    [`${head}<GrpHdr>${many('<PgNb>1</PgNb>')}`, /more than 5000 elements/],
    [`${head}<Stmt><Bal>${many('<TxDtls/>')}`, /more than 5000 elements/],
    [`${head}<Stmt>${entry}${many('<TxDtls/><X/>')}`, /more than 5000 elements/],
    [`${head}<Stmt>${entry}<X>${many('<!---->long')}`, /element has more than 8192 characters/],
    [`${head}${many('<Stmt></Stmt>')}`, /more than 5000 statements/],
    [many(':20:A\n:25:B\n:60F:C260304EUR1,\n:62F:C260304EUR1,\n-\n'), /more than 5000 statements/],
  ];
  for (const [text, message] of table) {
    assert.match((await errorsOf(text))[0]?.message ?? '', message, text.slice(0, 90));
  }
  const payments = many('<NtryDtls><TxDtls/></NtryDtls>');
  const stmt = `<Stmt>${entry}${payments}</Ntry></Stmt>`;
  assert.deepEqual(await errorsOf(`${head}${stmt}</BkToCstmrStmt></Document>`), []);
});

test('a line or a row without an end is refused before it is read to the end', async () => {
  const mt = `:20:A\n:25:B\n:28C:1\n:60F:C260304EUR1,\n${'x'.repeat(140_000)}`;
  const [long] = (await readFile(inPieces(bytes(mt), 10_000), only('EUR'))).errors;
  assert.deepEqual(long, { line: 5, message: 'a line has more than 65536 characters' });
  const header = 'booked_at,amount_cents,utr,text,bank_id\n';
  // Cells without characters, in one line or, between quotation marks, in many.
  for (const rows of [',', '"\n",,,,,,,,,,']) {
    const [wide] = await errorsOf(`${header}${rows.repeat(2_000)}`);
    assert.deepEqual(wide, { line: 2, message: 'a row has more than 1000 cells' });
  }
});

test('an answer of a bank with more lines than any batch has is refused', () => {
  const text = `end_to_end_id,status\n${'A,paid\n'.repeat(50_001)}`;
  assert.throws(() => readAnswers(text, null), /more than 50000 answers/);
  assert.throws(() => readAnswers(`a${','.repeat(100)}`, null), /more than 100 cells/);
});
