// Pictures and documents made for tests: valid ones, ones with private metadata, and hostile ones.
import { crc32, deflateSync } from 'node:zlib';

const decoded = (...lines: string[]) => Buffer.from(lines.join(''), 'base64');
const ascii = (text: string) => Buffer.from(text, 'latin1');

/** 16 × 12 pixels from red to blue, as Chromium writes them, without metadata. */
export const JPEG = decoded(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1',
  'tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk',
  'pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAMABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAwIF/8',
  'QAFhAAAwAAAAAAAAAAAAAAAAAAAAEC/8QAFAEBAAAAAAAAAAAAAAAAAAAABP/EABcRAAMBAAAAAAAAAAAAAAAAAAAB',
  'AwT/2gAMAwEAAhEDEQA/AMymFTKphUx2eSHXoz//2Q==',
);

/** The same picture as WebP data, lossy and lossless. */
export const VP8 = decoded(
  'VlA4IDIAAAAwAgCdASoQAAwADUBoJbACdLoAAwkxBgj/gAD+2TMvPXdd5MegJ5tlf/jmumemba5AAA==',
);
export const VP8L = decoded(
  'VlA4TFkBAAAvD8ACEGcUENs2kiTZlX+6+91JHodt20hyzGJ27zGQtk0zLv3C4/X73/+8/T/b0XaeA7TKPMfTRYueYy',
  'Kap8szurgtqS5OFzlhS6qLo3XBLU5rif6ta4xIsC7pSpkW1gUnkBbtFpxAulK0WxDdgpTcStGkJSnalUjLY0t1QRen',
  'JVpr8aRsKWmZFrQ0uOUZkc0ztNSAPbpmnJ2B7fBO+/4OEAMAINvUtm3btm3bnm17XzdHRPTfbNo2e5JWb4AgcAyRwZ',
  'NrrZ5IqtqZgGEoPI0j0ZidoWS5NVxCkTgqS6w02YPxQmMw3yGwZKZQYbD5Y7l6b7o5QZPofKnO4g1nKt3R+uiKAAi5',
  'Q8lSe7g8uLijsEUqoyOQyDf7i+35zRNToNDbfLFsvTfbnF4/vHJle3G61hmvji/vXz4larMLKD68uHv++AGIi3vx2e',
  '3j+/efweaLAsXXD29fv/8A',
);

export const SECRET = 'GPS 28.6139 N 77.2090 E, taken by Asha';

/** A segment with its length. */
export function segment(marker: number, content: Buffer): Buffer {
  const length = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), content]);
}

/** One tag, the orientation, and a place. */
export function exif(orientation: number, place = SECRET): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return Buffer.concat([ascii('Exif\0\0'), tiff, ascii(place)]);
}

/** `after` follows the start of the file, `trailer` follows its end. */
export function jpegWith(after: readonly Buffer[], trailer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([JPEG.subarray(0, 2), ...after, JPEG.subarray(2), trailer]);
}

/**
 * A photo as a phone makes it: place, maker, comment, preview, and a film after the picture's end.
 */
export const PHONE_JPEG = jpegWith(
  [
    segment(0xe1, exif(6)),
    segment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SECRET}</x:xmpmeta>`)),
    segment(0xe2, ascii(`ICC_PROFILE\0${SECRET}`)),
    segment(0xed, ascii(`Photoshop 3.0\0${SECRET}`)),
    segment(0xfe, ascii(SECRET)),
  ],
  Buffer.concat([ascii('\0\0\0\x18ftypmp42'), ascii(SECRET), Buffer.alloc(64)]),
);

export function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([ascii(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const PNG_SIGNATURE = ascii('\x89PNG\r\n\x1a\n');

export function pngHeader(width: number, height: number, rest = [8, 2, 0, 0, 0]): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set(rest, 8);
  return chunk('IHDR', content);
}

export type PngParts = { header?: Buffer; between?: Buffer[]; data?: Buffer; after?: Buffer };

/** 4 × 3 pixels of one colour, unless the parts say otherwise. */
export function png(parts: PngParts = {}): Buffer {
  const { header = pngHeader(4, 3), between = [], data, after = Buffer.alloc(0) } = parts;
  const rows = data ?? deflateSync(Buffer.alloc(3 * (1 + 4 * 3), 0x40));
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([PNG_SIGNATURE, header, ...between, chunk('IDAT', rows), end, after]);
}

export function riff(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([ascii(type), length, content, Buffer.alloc(content.length % 2)]);
}

export const webp = (...chunks: Buffer[]) =>
  riff('RIFF', Buffer.concat([ascii('WEBP'), ...chunks]));

export function canvas(flags: number, width = 16, height = 12): Buffer {
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return riff('VP8X', content);
}

export const PHONE_WEBP = webp(
  canvas(0x2c),
  riff('ICCP', ascii(SECRET)),
  VP8,
  riff('EXIF', exif(1)),
  riff('XMP ', ascii(`<x:xmpmeta>${SECRET}</x:xmpmeta>`)),
);

/** A page with one line of text, and any further content for its objects. */
export function pdf(more: { catalog?: string; objects?: readonly Buffer[] } = {}): Buffer {
  const stream = deflateSync(ascii('BT /F1 18 Tf 50 700 Td (500.00 INR paid) Tj ET'));
  const objects = [
    ascii(`<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>`),
    ascii('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    ascii(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources ' +
        '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    ),
    flateObject(stream),
    ...(more.objects ?? []),
  ];
  const parts = [ascii('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    places.push(at);
    const whole = Buffer.concat([ascii(`${index + 1} 0 obj\n`), object, ascii('\nendobj\n')]);
    parts.push(whole);
    at += whole.length;
  }
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n`;
  return Buffer.concat([...parts, ascii(`${table}${trailer}startxref\n${at}\n%%EOF\n`)]);
}

function flateObject(data: Buffer, filter = '/FlateDecode'): Buffer {
  const head = ascii(`<< /Filter ${filter} /Length ${data.length} >>\nstream\n`);
  return Buffer.concat([head, data, ascii('\nendstream')]);
}

/** Small files that expand to huge ones, as used to crash decoders of pictures and documents. */
export const bomb = (megabytes: number) =>
  deflateSync(Buffer.alloc(megabytes * 1_024 * 1_024), { level: 9 });
