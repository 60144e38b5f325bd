// Unpacks compressed data of a file piece by piece, only to see that it is whole and no bomb.
import { createInflate } from 'node:zlib';
import type { Compressed, UnfitReason } from '../../lib/picture/picture-content.ts';

const PIECE_BYTES = 64 * 1_024;

/** How many bytes come out, counted up to just above `most`; `whole`: it ended as it should. */
type Inflated = { size: number; whole: boolean };

/** Nothing of it is kept; the work is done beside the event loop. */
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
    // Broken data is what is looked for here, and the only thing that can fail.
    inflater.on('error', () => end(false));
    inflater.on('end', () => end(true));
    for (const piece of data) inflater.write(piece);
    inflater.end();
  });
}

/** Null where the data is as it should be. */
export async function inflateProblem({ data, size }: Compressed): Promise<UnfitReason | null> {
  const inflated = await inflate(data, size);
  if (inflated.size > size) return 'oversized';
  return inflated.whole && inflated.size === size ? null : 'damaged';
}
