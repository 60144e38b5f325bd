// Receipts by their content: what fits is written anew without what it tells; all else is refused
// by name.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import {
  type Fit,
  MOST_PARTS,
  type Unfit,
  type UnfitReason,
} from '../../../server/lib/picture/picture-content.ts';
import { readReceipt } from '../../../server/lib/picture/read-receipt.ts';
import {
  canvas,
  chunk,
  exif,
  JPEG,
  jpegWith,
  PHONE_JPEG,
  PHONE_WEBP,
  pdf,
  png,
  pngHeader,
  riff,
  SECRET,
  segment,
  VP8,
  VP8L,
  webp,
} from '../../support/browser/receipt-files.ts';
import { fc } from '../../support/property.ts';

const read = (bytes: Uint8Array) => readReceipt(bytes, LIMITS.receipt_max_bytes);

function accepted(bytes: Uint8Array): Fit {
  const result = read(bytes);
  ok(result.kind === 'fit', JSON.stringify(result));
  return result;
}

const ascii = (text: string) => Buffer.from(text, 'latin1');
const tells = (bytes: Uint8Array) => Buffer.from(bytes).includes(SECRET);
const many = (part: Buffer) => Array.from({ length: MOST_PARTS + 1 }, () => part);
const SEGMENTS = { sof: 0xc0, dht: 0xc4, sos: 0xda };
const placeOf = (marker: number) => JPEG.indexOf(Buffer.from([0xff, marker]));

describe('a receipt that fits', () => {
  const table: [name: string, bytes: Buffer, type: string][] = [
    ['a JPEG', JPEG, 'jpeg'],
    ['a photo of a phone', PHONE_JPEG, 'jpeg'],
    ['a PNG', png(), 'png'],
    ['a lossy WebP', webp(VP8), 'webp'],
    ['a lossless WebP', webp(VP8L), 'webp'],
    ['a WebP of a phone', PHONE_WEBP, 'webp'],
  ];
  for (const [name, bytes, type] of table) {
    it(`may be ${name}; what was written is read again unchanged, and tells nothing`, () => {
      const first = accepted(bytes);
      equal(first.type, type);
      ok(!tells(first.bytes));
      deepEqual(Buffer.from(accepted(first.bytes).bytes), Buffer.from(first.bytes));
    });
  }

  it('loses place, device, comments, profiles, previews and what follows its end', () => {
    ok(tells(PHONE_JPEG) && tells(PHONE_WEBP));
    const text = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'tIME', 'acTL', 'prVt'].map((type) =>
      chunk(type, ascii(SECRET)),
    );
    const full = png({ between: text, after: ascii(SECRET) });
    deepEqual(Buffer.from(accepted(full).bytes), png());
    deepEqual(Buffer.from(accepted(PHONE_WEBP).bytes), webp(canvas(0), VP8));
  });

  it('keeps which side is up, of all that a photo says', () => {
    for (const orientation of [1, 3, 6, 8]) {
      const photo = accepted(jpegWith([segment(0xe1, exif(orientation))]));
      const found = Buffer.from(photo.bytes).includes('Exif');
      equal(found, orientation > 1);
      if (!found) continue;
      const kept = Buffer.from(photo.bytes).indexOf('MM\0*');
      equal(Buffer.from(photo.bytes).readUInt16BE(kept + 18), orientation);
    }
    for (const broken of [0, 9, 65_535]) {
      deepEqual(Buffer.from(accepted(jpegWith([segment(0xe1, exif(broken))])).bytes), JPEG);
    }
  });

  it('keeps palette and transparency, and asks for exactly the pixels that it has', () => {
    const palette = chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255]));
    const see_through = chunk('tRNS', Buffer.from([0]));
    const rows = deflateSync(Buffer.alloc(3 * 2));
    const small = png({
      header: pngHeader(4, 3, [1, 3, 0, 0, 0]),
      between: [palette, see_through],
      data: rows,
    });
    deepEqual(Buffer.from(accepted(small).bytes), small);
    equal(accepted(small).compressed?.size, 6);
    equal(accepted(png()).compressed?.size, 39);
    // Interlaced, 1 × 1 in the first pass alone: a filter byte and a pixel.
    equal(accepted(png({ header: pngHeader(1, 1, [8, 6, 0, 0, 1]) })).compressed?.size, 5);
    equal(accepted(png({ header: pngHeader(8, 8, [8, 0, 0, 0, 1]) })).compressed?.size, 79);
  });
});

const HTML = '<html><script>alert(1)</script></html>';
const END_OF_ZIP = `PK\x05\x06${'\0'.repeat(18)}`;

type Hostile = [name: string, bytes: Buffer, why: UnfitReason, found?: string];

const WRONG_TYPES: readonly Hostile[] = [
  ['a GIF', ascii('GIF89a\x01\0\x01\0'), 'wrong_type', 'GIF'],
  ['a HEIC photo', ascii('\0\0\0\x18ftypheic\0\0\0\0'), 'wrong_type', 'HEIC'],
  ['an AVIF', ascii('\0\0\0\x1cftypavif\0\0\0\0'), 'wrong_type', 'AVIF'],
  ['a film', ascii('\0\0\0\x18ftypmp42\0\0\0\0'), 'wrong_type', 'MP4'],
  ['a TIFF', ascii('II*\0\x08\0\0\0'), 'wrong_type', 'TIFF'],
  ['an SVG', ascii('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'), 'wrong_type', 'SVG'],
  [
    'an SVG behind its prologue',
    ascii('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><!-- b --><svg/>'),
    'wrong_type',
    'SVG',
  ],
  ['HTML', ascii(` \n<!doctype html>${HTML}`), 'wrong_type', 'HTML'],
  ['HTML behind a comment', ascii(`<!-- x -->${HTML}`), 'wrong_type', 'HTML'],
  ['XML', ascii('<?xml version="1.0"?><a/>'), 'wrong_type', 'XML'],
  ['PHP', ascii('<?php system($_GET[0]);'), 'wrong_type', 'PHP'],
  ['a ZIP', ascii('PK\x03\x04aaaa'), 'wrong_type', 'ZIP'],
  ['a program for Windows', ascii('MZ\x90\0'), 'wrong_type', 'EXE'],
  ['a program for Linux', ascii('\x7fELF\x02'), 'wrong_type', 'ELF'],
  ['a PDF', pdf(), 'wrong_type', 'PDF'],
  ['text', ascii('I have paid, believe me'), 'wrong_type'],
  ['a lossless JPEG', jpegWith([segment(0xc3, Buffer.alloc(9))]), 'wrong_type', 'JPEG (lossless)'],
];

const MIXED: readonly Hostile[] = [
  ['a JPEG with HTML in its comment', jpegWith([segment(0xfe, ascii(HTML))]), 'mixed'],
  ['a JPEG with HTML behind it', jpegWith([], ascii(HTML)), 'mixed'],
  ['a JPEG that is a ZIP, too', jpegWith([], ascii(`PK\x03\x04${END_OF_ZIP}`)), 'mixed'],
  ['a PNG with PHP in a text', png({ between: [chunk('tEXt', ascii('a\0<?PHP x'))] }), 'mixed'],
  ['a PNG with an SVG behind it', png({ after: ascii('<SVG onload=x>') }), 'mixed'],
  ['a PNG that is a PDF, too', png({ after: pdf() }), 'mixed'],
  ['a WebP with HTML in its XMP', webp(canvas(4), VP8, riff('XMP ', ascii(HTML))), 'mixed'],
];

const cut = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by);
const at = (bytes: Buffer, place: number, value: number) => {
  const changed = Buffer.from(bytes);
  changed[place] = value;
  return changed;
};

const DAMAGED: readonly Hostile[] = [
  ['nothing', Buffer.alloc(0), 'empty'],
  ['a JPEG without its end', cut(JPEG, 2), 'damaged'],
  ['half a JPEG', JPEG.subarray(0, JPEG.length / 2), 'damaged'],
  ['a JPEG of headers alone', JPEG.subarray(0, placeOf(SEGMENTS.sos)), 'damaged'],
  ['a JPEG whose data comes first', at(JPEG, placeOf(SEGMENTS.sof) + 1, 0xfe), 'damaged'],
  ['a JPEG with a segment that is too long', at(JPEG, 4, 0xff), 'damaged'],
  ['a JPEG with two frames', jpegWith([JPEG.subarray(158, 177)]), 'damaged'],
  ['a PNG without its end', cut(png(), 12), 'damaged'],
  ['a PNG with a wrong checksum', at(png(), 20, 9), 'damaged'],
  ['a PNG without pixels', png({ header: pngHeader(0, 3) }), 'damaged'],
  [
    'a PNG of a colour that there is not',
    png({ header: pngHeader(4, 3, [8, 5, 0, 0, 0]) }),
    'damaged',
  ],
  [
    'a PNG with an unknown part that it needs',
    png({ between: [chunk('ABCD', ascii('x'))] }),
    'damaged',
  ],
  ['a PNG whose header comes twice', png({ between: [pngHeader(4, 3)] }), 'damaged'],
  ['half a WebP', cut(webp(VP8), 20), 'damaged'],
  ['a WebP without a picture', webp(canvas(0)), 'damaged'],
  ['a WebP with two pictures', webp(canvas(0), VP8, VP8), 'damaged'],
  ['a WebP larger than its canvas', webp(canvas(0, 4, 4), VP8), 'damaged'],
  ['a WebP whose data is no picture', webp(riff('VP8 ', Buffer.alloc(40))), 'damaged'],
];

const LARGE: readonly Hostile[] = [
  ['more than 10 MB', Buffer.alloc(LIMITS.receipt_max_bytes + 1), 'too_large'],
  ['a PNG of four gigapixels', png({ header: pngHeader(65_000, 65_000) }), 'oversized'],
  ['a PNG that is one line', png({ header: pngHeader(1_000_000, 1) }), 'oversized'],
  [
    'a JPEG of four gigapixels',
    at(at(JPEG, placeOf(SEGMENTS.sof) + 5, 0xff), placeOf(SEGMENTS.sof) + 7, 0xff),
    'oversized',
  ],
  [
    'a JPEG of a thousand scans',
    Buffer.concat([
      JPEG.subarray(0, -2),
      ...Array.from({ length: 1_000 }, () => JPEG.subarray(placeOf(SEGMENTS.sos), -2)),
      JPEG.subarray(-2),
    ]),
    'oversized',
  ],
  [
    'a PNG of more chunks than any',
    png({ between: many(chunk('tEXt', ascii('x'))) }),
    'oversized',
    'PNG',
  ],
  [
    'a JPEG of more segments than any',
    jpegWith(many(segment(0xfe, ascii('x')))),
    'oversized',
    'JPEG',
  ],
  [
    'a WebP of more chunks than any',
    webp(VP8, ...many(riff('prVt', ascii('x')))),
    'oversized',
    'WebP',
  ],
  ['a moving WebP', webp(canvas(2), riff('ANIM', Buffer.alloc(6)), VP8), 'animated', 'WebP'],
];

describe('a file that is refused', () => {
  for (const [name, bytes, why, found = null] of [...WRONG_TYPES, ...MIXED, ...DAMAGED, ...LARGE]) {
    it(`is ${name}: ${why}`, () => {
      const expected: Unfit = { kind: 'unfit', why, found };
      deepEqual(read(bytes), expected);
    });
  }

  it('is every beginning of a file that fits', () => {
    for (const whole of [JPEG, png(), webp(VP8), webp(VP8L)]) {
      for (let length = 0; length < whole.length - 1; length += 1) {
        equal(read(whole.subarray(0, length)).kind, 'unfit', `${length} of ${whole.length}`);
      }
    }
  });

  it('never breaks the reader, whatever was done to it', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
    const files = [JPEG, PHONE_JPEG, png(), PHONE_WEBP, webp(VP8L)];
    fc.assert(
      fc.property(fc.constantFrom(...files), changes, (file, changed) => {
        const bytes = Buffer.from(file);
        for (const [place, value] of changed) bytes[place % bytes.length] = value;
        const result = read(bytes);
        // What is written is read again, so that no change makes something that was not judged.
        if (result.kind === 'fit') equal(accepted(result.bytes).type, result.type);
      }),
      { numRuns: 500 },
    );
  });

  it('costs no more than its size, also where it is made to be searched for ever', () => {
    const pieces = ['stream\n', '<!-- ', '<?xml ', '/FlateDecode ', ' obj ', '#4a'];
    for (const piece of pieces) {
      const body = piece.repeat(Math.floor(1_000_000 / piece.length));
      equal(read(ascii(`%PDF-1.4\n${body}`)).kind, 'unfit');
      equal(read(ascii(body)).kind, 'unfit');
    }
  });
});
