// Unpacks compressed data of a file piece by piece, only to see that it is whole and no bomb.
import { createInflate } from 'node:zlib';
import type { Compressed, UnfitReason } from '../domain/receipt/content.ts';

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
export async function inflateProblem(compressed: Compressed): Promise<UnfitReason | null> {
  const { kind, data, size: most } = compressed;
  if (kind === 'exactly') {
    const { size, whole } = await inflate(data, most);
    if (size > most) return 'oversized';
    return whole && size === most ? null : 'damaged';
  }
  let total = 0;
  for (const one of data) {
    // What is no such data gives an error at once: readers show nothing of it either.
    const { size } = await inflate([one], most - total);
    total += size;
    if (total > most) return 'oversized';
  }
  return null;
}
