// A notice and an MT940 from other systems: byte order marks, CRLF, dates of ten years ago,
// identical lines and their reversals, a bank's own header and footer.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createFindAccount } from '../../../server/app/file/find-account.ts';
import { idOf } from '../../support/model/domain-commands.ts';
import { inPieces, readFile } from './read-file.ts';
import { ACCOUNTS } from './statement-accounts.ts';

const sample = (name: string) => readFileSync(new URL(`../../statements/${name}`, import.meta.url));

const find = createFindAccount(ACCOUNTS, null);
const day = (text: string) => Date.parse(text);

/** Also reads it in small pieces, so that a mark or a line end may be cut. */
async function read(body: Uint8Array) {
  const whole = await readFile(body, find);
  for (const size of [1, 2, 64]) {
    assert.deepEqual(await readFile(inPieces(body, size), find), whole, `in pieces of ${size}`);
  }
  return whole;
}

describe('files with a byte order mark, CRLF, days of ten years ago, twins and their negatives', () => {
  test('camt.054: totals, a reversal, charges, and the same notice twice', async () => {
    const { format, parts, rows, errors, warnings } = await read(sample('camt054-v08-returns.xml'));
    assert.deepEqual([format, errors, parts.length], ['camt.054', [], 1]);
    assert.deepEqual(
      warnings.map(({ line }) => line),
      [34],
    );
    assert.equal(parts[0]?.account.receiving_account_id, idOf(2, 4));
    assert.deepEqual(
      rows.map((row) => [row.line, row.amount_cents, row.booked_at, row.key, row.return_reason]),
      [
        [11, 4_925n, day('2016-02-29'), 'REF-1:4925', null],
        [21, 4_925n, day('2016-02-29'), 'REF-2:4925', null],
        [25, -4_925n, day('2016-02-29'), 'REF-2:-4925', 'AM05'],
        [30, -4_875n, day('2016-02-29T22:30:00Z'), null, null],
      ],
    );
    assert.match(rows[0]?.text ?? '', /0HG4T7PZ2K/);
    assert.equal(rows[0]?.counterparty_name, 'Muster & Söhne AG');
  });

  test('MT940 with a bank’s own head and foot, and a day on which nothing moved', async () => {
    const { parts, rows, errors, warnings } = await read(sample('mt940-ing.sta'));
    assert.deepEqual([errors, warnings], [[], []]);
    assert.deepEqual(
      parts.map(({ balances, account }) => [account.receiving_account_id, balances]),
      [
        [idOf(2, 3), [{ day: '2016-02-28', opening_cents: 10_000n, closing_cents: 10_000n }]],
        [idOf(2, 3), [{ day: '2016-02-29', opening_cents: 10_000n, closing_cents: 10_700n }]],
      ],
    );
    assert.deepEqual(
      rows.map((row) => [row.line, row.amount_cents, row.counterparty_name]),
      [
        [17, 700n, 'J DE VRIES'],
        [21, 700n, 'J DE VRIES'],
        [25, -700n, 'J DE VRIES'],
      ],
    );
    assert.equal(rows[2]?.return_reason, 'AC04');
    // The line ends before its full length: the next one begins another word.
    assert.match(rows[0]?.text ?? '', /^Order 0HG4T7PZ2K /);
  });
});
