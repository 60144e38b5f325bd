// Long work of the service that answers with lines of JSON: a line for each step, the result last.
import { type Answer, type Asked, respond, Unreachable } from './client.ts';
import { linesOf } from './lines.ts';
import type { Operations } from './schema.gen.ts';

export type Step = { readonly done: number; readonly of: number };

function stepOf(value: unknown): Step | null {
  if (typeof value !== 'object' || value === null || !('step' in value)) return null;
  const { done, of } = value as Partial<Step>;
  return typeof done === 'number' && typeof of === 'number' ? { done, of } : null;
}

type Named = { readonly path?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

/** A refusal is thrown as by `call`; an answer that breaks off as Unreachable. */
export async function callLines<N extends keyof Operations>(
  name: N,
  asked: Asked<N>,
  tell: (step: Step) => void,
): Promise<Answer<N>> {
  const response = await respond(name, asked);
  const { path = {} }: Named = asked;
  const lost = (cause?: unknown) =>
    new Unreachable('The answer broke off.', { asked: { name, path }, cause });
  let last: unknown = null;
  try {
    if (response.body !== null) {
      for await (const line of linesOf(response.body)) {
        last = JSON.parse(line);
        const step = stepOf(last);
        if (step !== null) tell(step);
      }
    }
  } catch (cause) {
    throw lost(cause);
  }
  if (last === null || stepOf(last) !== null) throw lost();
  return last as Answer<N>;
}
