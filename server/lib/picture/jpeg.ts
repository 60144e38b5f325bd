// Reads a JPEG segment by segment, and rewrites it with only those that the picture needs.
import { bytesOf, byteView, join, startsWith } from './byte-view.ts';
import { orientationOf } from './exif-orientation.ts';
import { type Fit, MOST_PARTS, pixelProblem, type Unfit, unfit } from './picture-content.ts';

const MARKER = 0xff;
const [SOI, EOI, SOS, DQT, DHT, DRI, APP0, APP1, APP14, COM] = [
  0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xe0, 0xe1, 0xee, 0xfe,
];
/** Baseline, extended and progressive: what cameras write and every program shows. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Other frames: lossless, arithmetic, hierarchical. */
const RARE_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
/** A progressive picture has about ten; each costs its viewer a pass over all pixels. */
const MOST_SCANS = 64;
const ADOBE_BYTES = 12;

type Reading = {
  at: number;
  segments: number;
  kept: Uint8Array[];
  frames: number;
  scans: number;
  orientation: number;
  is_jfif: boolean;
};

const segment = (marker: number, content: Uint8Array) => {
  const length = content.length + 2;
  return join([Uint8Array.of(MARKER, marker, length >> 8, length & 0xff), content]);
};

/** Resolution 1:1 and no preview picture. */
const JFIF = segment(APP0, join([bytesOf('JFIF\0'), Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 0, 0)]));

/** Contains only the orientation, without which a photo taken upright would lie on its side. */
function orientationSegment(orientation: number): Uint8Array {
  const tiff = 'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0';
  return segment(APP1, bytesOf(`Exif\0\0${tiff}${String.fromCharCode(orientation)}\0\0\0\0\0\0`));
}

/** The end of a scan's data: the next marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number | null {
  // By index: in a scan full of markers each search would cost more than the whole loop.
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== MARKER) continue;
    const next = bytes[at + 1] ?? 0;
    const is_data = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!is_data && next !== MARKER) return at;
  }
  return null;
}

function takeFrame(reading: Reading, content: Uint8Array): Unfit | null {
  const components = content[5] ?? 0;
  if (content.length !== 6 + components * 3 || content[0] !== 8) return unfit('damaged');
  if (![1, 3, 4].includes(components)) return unfit('damaged');
  reading.frames += 1;
  if (reading.frames > 1) return unfit('damaged');
  const view = byteView(content);
  return pixelProblem(view.getUint16(3), view.getUint16(1));
}

function takeScan(bytes: Uint8Array, reading: Reading, after: number): Unfit | null {
  reading.scans += 1;
  if (reading.frames === 0) return unfit('damaged');
  if (reading.scans > MOST_SCANS) return unfit('oversized');
  const end = endOfScan(bytes, after);
  if (end === null) return unfit('damaged');
  reading.kept.push(bytes.subarray(after, end));
  reading.at = end;
  return null;
}

/**
 * Keeps what the picture is made of; drops everything else (places, devices, comments, previews).
 */
function takeSegment(
  bytes: Uint8Array,
  reading: Reading,
  marker: number,
  end: number,
): Unfit | null {
  reading.segments += 1;
  if (reading.segments > MOST_PARTS) return unfit('oversized', 'JPEG');
  const whole = bytes.subarray(reading.at, end);
  const content = whole.subarray(4);
  reading.at = end;
  if (RARE_FRAMES.includes(marker)) return unfit('wrong_type', 'JPEG (lossless)');
  if (marker === APP0 && startsWith(content, 'JFIF\0')) reading.is_jfif = true;
  if (marker === APP1) reading.orientation = orientationOf(content) ?? reading.orientation;
  // The colour transform, as Adobe's programs and some scanners write it.
  if (marker === APP14 && startsWith(content, 'Adobe') && content.length === ADOBE_BYTES) {
    reading.kept.push(whole);
  }
  const is_picture = [DQT, DHT, DRI, SOS, ...FRAMES].includes(marker);
  if (!is_picture) {
    const is_extra = (marker >= APP0 && marker <= 0xef) || marker === COM;
    return is_extra ? null : unfit('damaged');
  }
  reading.kept.push(whole);
  if (FRAMES.includes(marker)) return takeFrame(reading, content);
  return marker === SOS ? takeScan(bytes, reading, end) : null;
}

function written({ kept, orientation, is_jfif }: Reading): Fit {
  const head = [Uint8Array.of(MARKER, SOI), ...(is_jfif ? [JFIF] : [])];
  if (orientation > 1) head.push(orientationSegment(orientation));
  const bytes = join([...head, ...kept, Uint8Array.of(MARKER, EOI)]);
  return { kind: 'fit', type: 'jpeg', bytes, compressed: null };
}

const startReading = (): Reading => ({
  at: 2,
  segments: 0,
  kept: [],
  frames: 0,
  scans: 0,
  orientation: 1,
  is_jfif: false,
});

/** Where the segment at an offset ends; null if the file is too short for it. */
function endOfSegment(bytes: Uint8Array, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const length = byteView(bytes).getUint16(at + 2);
  const end = at + 2 + length;
  return length < 2 || end > bytes.length ? null : end;
}

/** Drops what follows the end of the picture (a film, a second photo, anything). */
export function readJpeg(bytes: Uint8Array): Fit | Unfit {
  const reading = startReading();
  while (reading.at + 2 <= bytes.length && bytes[reading.at] === MARKER) {
    const marker = bytes[reading.at + 1] ?? 0;
    if (marker === EOI) return reading.scans > 0 ? written(reading) : unfit('damaged');
    // Any number of fill bytes may come before a marker.
    if (marker === MARKER) {
      reading.at += 1;
      continue;
    }
    const end = endOfSegment(bytes, reading.at);
    const problem = end === null ? unfit('damaged') : takeSegment(bytes, reading, marker, end);
    if (problem !== null) return problem;
  }
  return unfit('damaged');
}
