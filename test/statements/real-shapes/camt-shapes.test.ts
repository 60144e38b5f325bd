// The camt files of real banks: what the service reads is what an independent parser reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../../app/file/read-file.ts';
import { accountWith } from '../../support/model/domain-commands.ts';
import { readCamtShape } from './camt-shape.ts';
import { CAMT_SHAPES } from './camt-shapes.ts';
import { assertSameLines, sampleBytes, samplesIn } from './compare-lines.ts';

for (const shape of CAMT_SHAPES) {
  test(`${shape.bank}: ${shape.has}`, async () => {
    const bytes = sampleBytes('camt', shape.file);
    const lines = readCamtShape(shape, bytes);
    const sumOf = (sign: bigint) =>
      lines.reduce((sum, { amount_cents: one }) => (one * sign > 0n ? sum + one * sign : sum), 0n);
    assert.deepEqual([lines.length, sumOf(1n), sumOf(-1n)], shape.sums);
    const only = lines[0]?.currency ?? '';
    const read = await readFile(bytes, ({ currency }) =>
      accountWith({ currency: currency ?? only }),
    );
    assert.equal(read.format, shape.format);
    assertSameLines(read, lines, shape.file);
    const balances = read.parts.flatMap((part) =>
      part.balances.map(({ opening_cents, closing_cents }) => [opening_cents, closing_cents]),
    );
    assert.deepEqual(balances, shape.balances);
    const left_out = Object.entries(read.left_out).filter(([, count]) => count > 0);
    assert.deepEqual(Object.fromEntries(left_out), shape.left_out);
    assert.deepEqual(read.warnings, []);
  });
}

test('every sample has its shape, and every shape its sample', () => {
  assert.deepEqual(samplesIn('camt'), CAMT_SHAPES.map(({ file }) => file).sort());
});
