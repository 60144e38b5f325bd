// The OFX files of real banks: what the service reads is what an independent parser reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { only, readFile } from '../../app/file/read-file.ts';
import { assertSameLines, sampleBytes, samplesIn } from './compare-lines.ts';
import { OFX_SHAPES, readOfxShape } from './ofx-shapes.ts';

for (const shape of OFX_SHAPES) {
  test(`${shape.bank}: every amount, sign, day and reference of its file`, async () => {
    const bytes = sampleBytes('ofx', shape.file);
    const lines = readOfxShape(shape, bytes);
    const sumOf = (sign: bigint) =>
      lines.reduce((sum, { amount_cents: one }) => (one * sign > 0n ? sum + one * sign : sum), 0n);
    assert.deepEqual([lines.length, sumOf(1n), sumOf(-1n)], shape.sums);
    const read = await readFile(bytes, only(shape.currency));
    assert.equal(read.format, 'ofx');
    assertSameLines(read, lines, shape.file);
    assert.deepEqual(read.warnings, []);
  });
}

test('every sample has its shape, and every shape its sample', () => {
  assert.deepEqual(samplesIn('ofx'), OFX_SHAPES.map(({ file }) => file).sort());
});
