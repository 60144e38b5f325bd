// MT942 reports within the day: their totals and their currency.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { only, readFile } from './read-file.ts';

const errorsOf = async (text: string) => (await readFile(Buffer.from(text), only('EUR'))).errors;

describe('an MT942', () => {
  const head = ':20:A\n:25:37040044/0532013000\n:28C:1/1\n';
  const [came, went] = [':61:2603050305C250,NTRFNONREF\n', ':61:2603050305D12,50NTRFNONREF\n'];
  const report = (floor: string, totals: string) => `${head}${floor}${came}${went}${totals}-`;
  const told = async (floor: string, totals: string) =>
    (await errorsOf(report(floor, totals))).map(({ message }) => message).join();

  test('must agree with its totals, as far as they count its lines', async () => {
    const floor = ':34F:EUR0,\n';
    assert.equal(await told(floor, ':90D:1EUR12,50\n:90C:1EUR250,\n'), '');
    assert.equal(await told(floor, ''), '');
    assert.match(await told(floor, ':90D:2EUR12,50\n'), /2 debits of 1250 .* are 1 of 1250/);
    assert.match(await told(floor, ':90C:1EUR251,\n'), /1 credits of 25100 .* are 1 of 25000/);
    // Movements below the limit are not listed, and may be counted.
    assert.equal(await told(':34F:EUR5,\n', ':90C:3EUR251,\n'), '');
    assert.match(await told(':34F:EUR5,\n', ':90C:1EUR249,\n'), /the report counts/);
  });

  test('needs its currency before the first line, and only one', async () => {
    assert.match(await told(':13D:2603051400+0100\n', ''), /before the field :34F:/);
    assert.match(await told(':34F:EUR0,\n', ':90C:1USD250,\n'), /is in USD, the report in EUR/);
    assert.match(await told(':34F:0,\n', ''), /:34F: is not written as MT942/);
  });
});
