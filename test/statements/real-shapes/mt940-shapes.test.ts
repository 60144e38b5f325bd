// The MT940 files of real banks: what the service reads is what an independent parser reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readFile } from '../../app/file/read-file.ts';
import { assertSameLines, sampleBytes, samplesIn } from './compare-lines.ts';
import { readMt940Shape } from './mt940-shape.ts';
import { MT940_SHAPES } from './mt940-shapes.ts';

for (const shape of MT940_SHAPES) {
  test(`${shape.bank}: ${shape.has}`, async () => {
    const bytes = sampleBytes('mt940', shape.file);
    const lines = readMt940Shape(shape, bytes);
    const sumOf = (sign: bigint) =>
      lines.reduce((sum, { amount_cents: one }) => (one * sign > 0n ? sum + one * sign : sum), 0n);
    assert.deepEqual([lines.length, sumOf(1n), sumOf(-1n)], shape.sums);
    const read = await readFile(bytes, only(shape.currency));
    assert.equal(read.format, 'mt940');
    assertSameLines(read, lines, shape.file);
    assert.deepEqual(read.warnings, []);
  });
}

test('every sample has its shape, and every shape its sample', () => {
  assert.deepEqual(samplesIn('mt940'), MT940_SHAPES.map(({ file }) => file).sort());
});
