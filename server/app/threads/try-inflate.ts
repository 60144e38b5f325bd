// Inflates compressed data of a file piece by piece, only to check that it is intact and no bomb.
import { createInflate } from 'node:zlib';
import type { Compressed, UnfitReason } from '../../lib/picture/picture-content.ts';

const PIECE_BYTES = 64 * 1_024;

/** `size`: the inflated bytes, counted to just above `most`; `whole`: the data ended correctly. */
type Inflated = { size: number; whole: boolean };

/** Discards the output; runs outside the event loop. */
function inflate(data: readonly Uint8Array[], most: number): Promise<Inflated> {
  return new Promise((resolve) => {
    const inflater = createInflate({ chunkSize: PIECE_BYTES });
    let size = 0;
    const end = (whole: boolean) => {
      inflater.destroy();
      resolve({ size, whole });
    };
    inflater.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > most) end(false);
    });
    // Broken data is what this looks for, and the only possible error.
    inflater.on('error', () => end(false));
    inflater.on('end', () => end(true));
    for (const piece of data) inflater.write(piece);
    inflater.end();
  });
}

/** Null if the data is intact. */
export async function inflateProblem({ data, size }: Compressed): Promise<UnfitReason | null> {
  const inflated = await inflate(data, size);
  if (inflated.size > size) return 'oversized';
  return inflated.whole && inflated.size === size ? null : 'damaged';
}
