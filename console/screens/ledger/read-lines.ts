// The check of all books as the service tells it: a line of JSON for each step, the result last.
import { Problem, Unreachable } from '../../api/client.ts';
import type { BooksProof, Error as ErrorBody } from '../../api/schema.gen.ts';

export type Step = { readonly step: string; readonly done: number; readonly of: number };

/** The answer ended before its result. */
export class CutOff extends Error {}

const ADDRESS = '/operator/v1/verify?progress=true';

/** Whoever wants no more lines ends the answer. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel();
  }
}

async function ask(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(ADDRESS, { credentials: 'same-origin', signal }).catch(
    (error: unknown) => {
      throw new Unreachable('The service cannot be reached.', { cause: error });
    },
  );
  if (response.ok && response.body !== null) return response.body;
  throw new Problem((await response.json()) as ErrorBody);
}

export async function checkBooks(
  tell: (step: Step) => void,
  signal: AbortSignal,
): Promise<BooksProof> {
  let result: BooksProof | null = null;
  for await (const line of linesOf(await ask(signal))) {
    const said: Step | BooksProof = JSON.parse(line);
    if ('ok' in said) result = said;
    else tell(said);
  }
  if (result === null) throw new CutOff('The result is missing');
  return result;
}
