// The table of statement formats: samples of each are recognised and read, and whatever names the
// formats names those of the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportGuess } from '../../../cli/commands/statement-report.ts';
import { fileOf } from '../../../server/app/file/detect-format.ts';
import { readStatement } from '../../../server/app/file/read-statement.ts';
import { INTERIM_FORMATS } from '../../../server/domain/record/interim-formats.ts';
import {
  A_STATEMENT_IS,
  FORMAT_NAMES,
  NO_CAMT,
  STATEMENT_FILES,
  STATEMENT_FORMATS,
  TABLE_FILES,
} from '../../../server/formats/statement/statement-format.ts';
import { runCli } from '../../cli/test-terminal.ts';
import { readDocuments, tableRows } from '../../support/checkout/documents.ts';
import { accountWith } from '../../support/model/domain-commands.ts';
import { samplesOf } from '../../support/statement-samples.ts';

for (const row of STATEMENT_FILES) {
  for (const { format, name } of row.formats) {
    test(`${name}: its samples are recognised and read`, async () => {
      for (const { name: sample, bytes } of samplesOf(format)) {
        assert.equal(fileOf(bytes), row.file, sample);
        const anyAccount = () => accountWith({});
        const read = await readStatement(bytes, null, anyAccount, Date.parse('2026-06-01'));
        assert.equal(read.format, format, sample);
      }
    });
  }
}

test('reports within the day are formats', () => {
  const formats: string[] = STATEMENT_FORMATS.map(({ format }) => format);
  assert.deepEqual(
    INTERIM_FORMATS.filter((one) => !formats.includes(one)),
    [],
  );
});

test('what belongs to no other row is a CSV', () => {
  for (const text of ['', 'a,b\n', '{}', ':20:', '<html>']) {
    assert.equal(fileOf(Buffer.from(text)), 'csv', text);
  }
});

test('messages list them as people say them', () => {
  assert.equal(
    FORMAT_NAMES,
    'CSV, camt.053, camt.054, camt.052, MT940, MT942, OFX or Excel workbook (.xlsx)',
  );
  assert.equal(
    A_STATEMENT_IS,
    'a statement must be a CSV, a camt.053, a camt.054, a camt.052, an MT940, an MT942, an OFX ' +
      'or an Excel workbook (.xlsx)',
  );
  assert.equal(
    NO_CAMT,
    'the XML is neither a camt.053 statement, a camt.054 notice nor a camt.052 report',
  );
});

test('the page about formats has their rows', () => {
  const page = readDocuments().get('docs/operate/statement-formats.md') ?? '';
  const [, ...rows] = tableRows(page).slice(0, STATEMENT_FORMATS.length + 1);
  assert.deepEqual(
    rows,
    STATEMENT_FORMATS.map(({ name, covers }) => [name, covers]),
  );
  const lines = readDocuments().get('docs/operate/bank-lines-and-matching.md') ?? '';
  assert.ok(lines.includes(`| a statement: ${FORMAT_NAMES} |`));
});

test('the command line names them', async () => {
  const { out } = await runCli(['statements', 'import', '--help']);
  assert.ok(out.replace(/\s+/g, ' ').includes(`import a statement: ${FORMAT_NAMES} `));
  const view = { utc: true, color: false };
  for (const { file, name } of STATEMENT_FILES.filter((row) => !TABLE_FILES.includes(row.file))) {
    const told = reportGuess({ format: file, mapping: null, doubts: [], sample: [] }, view);
    assert.equal(told, `The file is ${name}: import it as it is.\n`);
  }
});
