// The body of a request that may be cut in its middle, because whoever sends it may be killed.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Null: it was cut off, so nothing has been received. */
export async function wholeBody(request: IncomingMessage): Promise<string | null> {
  try {
    return await text(request);
  } catch (error) {
    if (!request.complete) return null;
    throw error;
  }
}
