// Requests to the OpenID provider: bounded in time and size, without redirects, and verified by the
// authority that the operator names.
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

export const PROVIDER_LIMITS = {
  /** For one request, everything included. */
  seconds: 10,
  /** Key sets and discovery documents have some ten thousand bytes. */
  bytes: 262_144,
} as const;

/** What the library asks for; it never follows a redirect. */
export type ProviderRequest = {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
};

export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/** The provider could not be reached, or did not answer as one. */
export class ProviderAway extends Error {}

const away = (why: string, cause?: unknown) => new ProviderAway(why, { cause });

async function readBounded(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > PROVIDER_LIMITS.bytes) {
      answer.destroy();
      throw away(`an answer has more than ${PROVIDER_LIMITS.bytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const body = await readBounded(answer);
  const { statusCode: status = 502, headers } = answer;
  // A redirect is no answer: nothing of it is read.
  if (status < 200 || (status >= 300 && status < 400)) throw away(`it answers with ${status}`);
  if (status >= 500) throw away(`it answers with ${status}`);
  const type = headers['content-type'];
  return new Response(status === 204 ? null : new Uint8Array(body), {
    status,
    // No other header says anything: a challenge would hide the words of the body.
    headers: type === undefined ? {} : { 'content-type': type },
  });
}

const bodyText = (body: unknown): string | null =>
  typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : null;

/** `ca`: the only authorities of the provider's certificate; null: the usual ones. */
export function createProviderFetch(ca: string | null): ProviderFetch {
  return async (url, { method, headers, body, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const limit = AbortSignal.timeout(PROVIDER_LIMITS.seconds * 1_000);
    const options = {
      method,
      headers,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      // Explicit, so that no environment variable can turn the check off.
      rejectUnauthorized: true,
      ...(ca === null ? {} : { ca }),
    };
    const send = url.startsWith('https:') ? tlsRequest : plainRequest;
    const sent = send(url, options, resolve);
    sent.on('error', reject);
    sent.end(bodyText(body) ?? undefined);
    try {
      return await responseOf(await promise);
    } catch (error) {
      if (error instanceof ProviderAway) throw error;
      throw away('it cannot be reached', error);
    }
  };
}
