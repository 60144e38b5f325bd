// The check of all books as the service tells it: a line of JSON for each step, the result last.
import { Problem, Unreachable } from '../../api/client.ts';
import { linesOf } from '../../api/lines.ts';
import type { BooksProof, Error as ErrorBody } from '../../api/schema.gen.ts';

export type Step = { readonly step: string; readonly done: number; readonly of: number };

/** The answer ended before its result. */
export class CutOff extends Error {}

const ADDRESS = '/operator/v1/verify?progress=true';

async function ask(is_full: boolean, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(is_full ? `${ADDRESS}&full=true` : ADDRESS, {
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    throw new Unreachable('The service cannot be reached.', { cause: error });
  });
  if (response.ok && response.body !== null) return response.body;
  throw new Problem((await response.json()) as ErrorBody);
}

/** Since the last proof, or from the first entry on. */
export async function checkBooks(
  is_full: boolean,
  tell: (step: Step) => void,
  signal: AbortSignal,
): Promise<BooksProof> {
  let result: BooksProof | null = null;
  for await (const line of linesOf(await ask(is_full, signal))) {
    const said: Step | BooksProof = JSON.parse(line);
    if ('ok' in said) result = said;
    else tell(said);
  }
  if (result === null) throw new CutOff('The result is missing');
  return result;
}
