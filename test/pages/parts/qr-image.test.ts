// The picture of a QR code, drawn from its path and read by an independent decoder.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import jsqr from 'jsqr';
import { qrImage } from '../../../server/pages/parts/qr-image.ts';
import { fc } from '../../support/property.ts';

const CELL_PIXELS = 3;
const QUIET_CELLS = 4;

// The package is CommonJS with types of a module: what is called is one level deeper.
const decode = jsqr.default;

type Drawn = { edge: number; rows: boolean[][] };

/** What a browser draws: each line is a run of dark cells, placed by the edge or the one before. */
function draw(text: string): Drawn {
  const image = qrImage(text, 'label').toString();
  const edge = Number(/viewBox="0 0 (\d+) /.exec(image)?.[1]);
  const path = / d="([^"]*)" stroke/.exec(image)?.[1] ?? '';
  ok(/^(?:[Mm]\d+ \d+(?:\.5)?h\d+)+$/.test(path), path);
  const rows = Array.from({ length: edge }, () => Array<boolean>(edge).fill(false));
  let [x, y] = [0, 0];
  for (const [, verb, right, down, run] of path.matchAll(/([Mm])(\d+) ([\d.]+)h(\d+)/g)) {
    if (verb === 'M') [x, y] = [Number(right), Number(down) - 0.5];
    else x += Number(right);
    const end = x + Number(run);
    rows[y]?.fill(true, x, end);
    x = end;
  }
  return { edge, rows };
}

function read({ edge, rows }: Drawn): string | undefined {
  const width = edge * CELL_PIXELS;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let at = 0; at < width * width; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)].map((pixel) =>
      Math.floor(pixel / CELL_PIXELS),
    );
    if (rows[y ?? 0]?.[x ?? 0] === true) pixels.fill(0, at * 4, at * 4 + 3);
  }
  return decode(pixels, width, width)?.data;
}

const LINK = 'upi://pay?pa=asha.verma@examplebank&pn=Asha&am=1250.50&cu=INR&tn=7ZK2M0QX4B';

describe('the picture of a QR code', () => {
  it('is read back, be it a number, a link or many words', () => {
    for (const text of ['4111111111111111', 'KW81CBKU0000000000001234560101', LINK]) {
      equal(read(draw(text)), text);
    }
    const long = `${LINK}&url=${'x7'.repeat(250)}`;
    equal(read(draw(long)), long);
  });

  it('is read back whatever the text is', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 120 }),
      fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(text, (value) => {
        equal(read(draw(value)), value.toWellFormed());
      }),
      { numRuns: 60 },
    );
  });

  it('survives a blot over a hundredth of it', () => {
    const { edge, rows } = draw(LINK);
    const start = Math.floor(edge / 2);
    for (const row of rows.slice(start, start + 4)) row.fill(true, start, start + 4);
    equal(read({ edge, rows }), LINK);
  });

  it('has four light cells around it, and dark ones right after', () => {
    const { edge, rows } = draw(LINK);
    const last = edge - 1 - QUIET_CELLS;
    const dark = rows.flatMap((row, y) => row.flatMap((is_dark, x) => (is_dark ? [[x, y]] : [])));
    const at = (axis: 0 | 1) => dark.map((cell) => cell[axis] ?? 0);
    deepEqual([Math.min(...at(0)), Math.max(...at(0))], [QUIET_CELLS, last]);
    deepEqual([Math.min(...at(1)), Math.max(...at(1))], [QUIET_CELLS, last]);
  });

  it('says what it is', () => {
    const image = qrImage('1', 'a "label"').toString();
    ok(image.includes('role="img" aria-label="a &quot;label&quot;"'));
  });
});
