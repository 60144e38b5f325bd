// What a receipt's file may be, and why one is refused.

export const PICTURE_TYPES = ['jpeg', 'png', 'webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** What operators may still find among those that were kept: PDFs were taken once. */
export const RECEIPT_TYPES = [...PICTURE_TYPES, 'pdf'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

export const CONTENT_TYPES: Readonly<Record<ReceiptType, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
};

/** As the end of a file's name. */
export const ENDINGS: Readonly<Record<ReceiptType, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  pdf: 'pdf',
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

/** `found`: what the file is instead, by the name that people know, where it can be told. */
export type Unfit = { kind: 'unfit'; why: UnfitReason; found: string | null };

/**
 * Why a page takes no file: it does not fit, there are enough, too many did not fit, or too many
 * come at once.
 */
export type ReceiptProblem = Unfit | { kind: 'full' | 'tried' | 'busy' };

/** Compressed data inside the file, in pieces of one whole: it must give so many bytes. */
export type Compressed = { data: readonly Uint8Array[]; size: number };

/**
 * Chunks or segments of a picture: cameras and programs write some thousand at the most, and each
 * costs much more to look at than to send.
 */
export const MOST_PARTS = 10_000;

export type Fit = {
  kind: 'fit';
  type: PictureType;
  /** Without what tells of the device, the place or the person. */
  bytes: Uint8Array;
  compressed: Compressed | null;
};

export function unfit(why: UnfitReason, found: string | null = null): Unfit {
  return { kind: 'unfit', why, found };
}

/** The largest phones make 50 megapixels; a picture that is opened takes 4 bytes for each. */
const MOST_PIXELS = 64_000_000;
const MOST_SIDE = 20_000;

export function pixelProblem(width: number, height: number): Unfit | null {
  if (width < 1 || height < 1) return unfit('damaged');
  const is_large = width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS;
  return is_large ? unfit('oversized') : null;
}
