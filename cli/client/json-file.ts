// Reads a file of JSON that a command sends on.

import { readFile } from 'node:fs/promises';
import { inWords } from './plain-words.ts';

type Wrong = { wrong: string };

/** JSON without white space, or why it is none. */
export function parseJsonText(name: string, text: string): string | Wrong {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return { wrong: `${name} is not JSON: ${error.message}` };
    throw error;
  }
}

/** To go into the address; the service refuses what is no JSON. */
export async function readJsonFile(name: string): Promise<string | Wrong> {
  try {
    return parseJsonText(name, await readFile(name, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `${name} cannot be read: ${inWords(String(error.code))}.` };
  }
}
