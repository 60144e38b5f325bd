// Turns a file system error into one sentence that tells the operator what to do.

import { StartupError } from '../../lib/startup-error.ts';

const SENTENCES: Record<string, string> = {
  ENOSPC: 'the disk is full: free some space and start again',
  EDQUOT: 'the disk quota is used up: free some space and start again',
  EACCES: 'permission denied: give this user the folder, or set DATA_DIR to one that it can write',
  EPERM: 'permission denied: give this user the folder, or set DATA_DIR to one that it can write',
  EROFS: 'it lies on a read-only disk: set DATA_DIR to a folder that can be written',
  ENOTDIR: 'a part of this path is a file: set DATA_DIR to a folder',
  EEXIST: 'a file of this name is in the way: set DATA_DIR to a folder',
  EIO: 'the disk reports an input/output error: check the disk before you start again',
};

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Runs the work; an expected file system error becomes a StartupError about this folder. */
export async function withFileErrors<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const sentence = isErrno(error) ? SENTENCES[error.code ?? ''] : undefined;
    if (sentence === undefined) throw error;
    throw new StartupError(`Data directory ${folder}: ${sentence}.`, { cause: error });
  }
}
