// The types that a receipt's file may have, and the reasons for refusing one.

export const PICTURE_TYPES = ['jpeg', 'png', 'webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

export const CONTENT_TYPES: Readonly<Record<PictureType, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** The extension of a file's name. */
export const ENDINGS: Readonly<Record<PictureType, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
};

export const UNFIT_REASONS = [
  'empty',
  'too_large',
  'wrong_type',
  'damaged',
  'mixed',
  'oversized',
  'animated',
] as const;
export type UnfitReason = (typeof UNFIT_REASONS)[number];

/** `found`: what the file is instead, by the name that people know, if it is recognised. */
export type Unfit = { kind: 'unfit'; why: UnfitReason; found: string | null };

/**
 * Why a page does not accept a file: it is unfit, there are enough already, too many were unfit, or
 * too many come at once.
 */
export type ReceiptProblem = Unfit | { kind: 'full' | 'tried' | 'busy' };

/**
 * Compressed data inside the file, in pieces that belong together: it must inflate to this many
 * bytes.
 */
export type Compressed = { data: readonly Uint8Array[]; size: number };

/**
 * The most chunks or segments: cameras and programs write at most some thousand, and each costs
 * much more to examine than to send.
 */
export const MOST_PARTS = 10_000;

export type Fit = {
  kind: 'fit';
  type: PictureType;
  /** Without data about the device, the place or the person. */
  bytes: Uint8Array;
  compressed: Compressed | null;
};

export function unfit(why: UnfitReason, found: string | null = null): Unfit {
  return { kind: 'unfit', why, found };
}

/** The largest phone photos have 50 megapixels; an opened picture needs 4 bytes for each pixel. */
const MOST_PIXELS = 64_000_000;
const MOST_SIDE = 20_000;

export function pixelProblem(width: number, height: number): Unfit | null {
  if (width < 1 || height < 1) return unfit('damaged');
  const is_large = width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS;
  return is_large ? unfit('oversized') : null;
}
