// How full the disk is that holds DATA_DIR.
import { statfs } from 'node:fs/promises';

export type DiskUse = { total_bytes: number; free_bytes: number };

/** `free_bytes` is what the service may still write: some file systems keep a part for root. */
export async function diskUse(folder: string): Promise<DiskUse> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { total_bytes: blocks * bsize, free_bytes: bavail * bsize };
}
