// Saves the service's answer in a new file, and never overwrites one.
import { writeFile } from 'node:fs/promises';
import { type Json, ownProblem, type ServiceAnswer } from './client.ts';
import { inWords } from './plain-words.ts';

/**
 * Readable by the operator only: such files contain names, numbers, amounts or secrets. None that
 * is there is overwritten.
 */
export const NEW_FILE = { flag: 'wx', mode: 0o600 } as const;

/** `code` is the system's, such as EEXIST. */
export function whyNotSaved(file: string, code: string): string {
  if (code === 'EEXIST') return `${file} exists already and was not changed: choose another name.`;
  return `${file} cannot be written: ${inWords(code)}.`;
}

/** `told` is the answer to print once the file is written. */
export async function saveFile(
  file: string,
  content: string | Uint8Array,
  told: Json,
): Promise<ServiceAnswer> {
  try {
    await writeFile(file, content, NEW_FILE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return ownProblem('not_saved', whyNotSaved(file, String(error.code)));
  }
  return { kind: 'body', body: { file, ...told } };
}
