// Saves the service's answer in a new file, and never overwrites one.
import { writeFile } from 'node:fs/promises';
import type { Json, ServiceAnswer } from './client.ts';

/** Readable by the operator only: such files contain names, numbers and amounts. */
const MODE = 0o600;

function why(file: string, code: string): string {
  if (code === 'EEXIST') return `${file} exists already and was not changed: choose another name.`;
  return `${file} cannot be written (${code}).`;
}

/** `told` is the answer to print once the file is written. */
export async function saveFile(
  file: string,
  content: string | Uint8Array,
  told: Json,
): Promise<ServiceAnswer> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: MODE });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const detail = why(file, String(error.code));
    return { kind: 'problem', problem: { status: 0, code: 'not_saved', detail } };
  }
  return { kind: 'body', body: { file, ...told } };
}
