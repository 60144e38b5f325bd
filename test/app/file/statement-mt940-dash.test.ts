// A lone dash in the details of an MT940 line belongs to them; only behind the closing balance it
// ends the message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, only, readFile } from './read-file.ts';

const message = (details: string) =>
  [
    ':20:STATEMENT',
    ':25:12345678/9876543210',
    ':28C:1/1',
    ':60F:C260302EUR100,00',
    ':61:2603030303C50,00NTRFNONREF',
    `:86:${details}`,
    ':61:2603030303D20,00NTRFNONREF',
    ':86:fee',
    ':62F:C260303EUR130,00',
    '-',
  ].join('\r\n');

test('a dash in the details of a line is a part of them', async () => {
  const read = await readFile(bytes(`${message('order\r\n-\r\n7TK2M9')}\r\n`), only('EUR'));
  assert.deepEqual(
    [read.errors, read.rows.map((row) => Number(row.amount_cents))],
    [[], [5_000, -2_000]],
  );
  assert.match(read.rows[0]?.text ?? '', /order - 7TK2M9/);
});

test('a message still ends with its dash', async () => {
  const two = `${message('a')}\r\n${message('b').replace(':28C:1', ':28C:2')}\r\n`;
  const read = await readFile(bytes(two), only('EUR'));
  assert.deepEqual([read.errors, read.parts.length, read.rows.length], [[], 2, 4]);
});
