// Reads a file of JSON that a command sends on.

import { readFile } from 'node:fs/promises';

/** JSON without white space, to go into the address; the service refuses what is no JSON. */
export async function readJsonFile(name: string): Promise<string | { wrong: string }> {
  try {
    const text = await readFile(name, 'utf8');
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return { wrong: `${name} is not JSON: ${error.message}` };
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `${name} cannot be read (${String(error.code)}).` };
  }
}
