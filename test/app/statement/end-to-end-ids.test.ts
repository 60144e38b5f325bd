// A payer's own id for a payment is kept in its own field and in the text, and is never a UTR, even
// if it looks like one: payers may use the same id twice.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { utrInText } from '../../../server/domain/record/bank-line.ts';
import { PROFILES } from '../../../server/formats/statement/csv/statement-profiles.ts';
import { accepted } from '../../support/test-app.ts';
import { bytes, only, profileNamed, readFile, TODAY } from '../file/read-file.ts';

const sample = (name: string, encoding: BufferEncoding = 'utf8') =>
  readFileSync(new URL(`../../statements/${name}`, import.meta.url), encoding);

/** One line of each layout with this payer's id. */
const FILES: Readonly<
  Record<string, (id: string) => Promise<Awaited<ReturnType<typeof readFile>>>>
> = {
  sparkasse: (id) => csv('sparkasse', sample('sparkasse.csv').replace('RF18539007547034', id)),
  european: (id) =>
    csv('european', `Buchungstag;Verwendungszweck;Kundenreferenz;Betrag\n05.03.2026;A;${id};1,00`),
  rabobank: (id) =>
    csv(
      'rabobank',
      `"IBAN/BBAN","Munt","Volgnr","Datum","Bedrag","Transactiereferentie","Omschrijving-1"
"NL91ABNA0417164300","EUR","1","2026-03-05","+1,00","${id}","A"`,
    ),
  camt: (id) =>
    readFile(
      bytes(sample('camt053-v02-batch.xml').replace(/<EndToEndId>[^<]*</, `<EndToEndId>${id}<`)),
      only('EUR'),
    ),
  mt940: (id) =>
    readFile(
      bytes(sample('mt940-german.sta').replace(/EREF\+[^?\r\n]*/, `EREF+${id}`)),
      only('EUR'),
    ),
};

const csv = (name: string, text: string) => readFile(bytes(text), only('EUR'), profileNamed(name));

for (const [name, read] of Object.entries(FILES)) {
  describe(name, () => {
    test('an end-to-end id stands in its field and in the text', async () => {
      const { rows, errors } = await read('RF18539007547034');
      assert.deepEqual(errors, []);
      const row = rows.find(({ end_to_end_id }) => end_to_end_id === 'RF18539007547034');
      assert.equal(row?.utr, null);
      assert.match(row?.text ?? '', /RF18539007547034/);
    });

    test('and where it looks like a UTR, in its field only', async () => {
      for (const id of ['412345678901', 'SBIN526064000123', 'ICICR42026030600123456']) {
        const { rows } = await read(id);
        const row = rows.find(({ end_to_end_id }) => end_to_end_id === id);
        assert.ok(row !== undefined, id);
        assert.deepEqual([row.utr, utrInText(row.text)], [null, null], id);
      }
    });
  });
}

test('no profile takes a UTR from a column that has the payer’s reference', () => {
  const of_payers = /end.?to.?end|kundenreferenz|transactiereferentie/i;
  for (const { name, utr } of PROFILES.values()) {
    assert.doesNotMatch(String(utr), of_payers, name);
  }
});

test('a mapping that is guessed has such a column as what it is', async () => {
  const text =
    'Datum;Betrag;Beschreibung;Ende-zu-Ende-Referenz\n05.03.2026;-1,00;A;RF18539007547034\n';
  const { mapping, sample: lines } = accepted(await guessStatement(bytes(text), TODAY));
  assert.equal(mapping?.end_to_end_id, 'Ende-zu-Ende-Referenz');
  assert.equal(lines[0]?.utr, null);
});
