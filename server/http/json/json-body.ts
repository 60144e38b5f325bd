// Parses JSON bodies strictly, says where they are malformed, and keeps the text for signatures.
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { isReservedKey, scanJson } from './json-scanner.ts';
import { plainJson } from './plain-json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body exactly as received; '' if there is none. */
    raw_body: string;
  }
}

/** Carries a refusal through the framework, which only accepts errors. */
export class RefusedBody extends Error {
  override name = 'RefusedBody';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

export const EMPTY_BODY = refuse('invalid_json', 'The body is empty; a JSON object is expected.');

/**
 * The value, or a refusal with the position of the error. Keys that are special to JavaScript are
 * refused.
 */
export function parseJson(text: string): { value: unknown } | Refusal {
  const plain = plainJson(text);
  if (plain !== null) return plain;
  if (text.trim() === '') return EMPTY_BODY;
  const { problem, has_reserved_key } = scanJson(text);
  if (problem !== null) {
    const place = placeOf(text, problem.position);
    return refuse('invalid_json', `The body is not readable JSON: ${place}: ${problem.message}.`);
  }
  const value: unknown = has_reserved_key
    ? JSON.parse(text, (key, member) => (isReservedKey(key) ? undefined : member))
    : JSON.parse(text);
  return { value };
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i;

const USUAL_TYPE = 'application/json';

function isUtf8Charset(content_type: string): boolean {
  if (content_type === USUAL_TYPE) return true;
  const charset = CHARSET.exec(content_type)?.[1]?.toLowerCase() ?? 'utf-8';
  return charset === 'utf-8' || charset === 'utf8';
}

function readBody(content_type: string, body: Uint8Array): { text: string } | Refusal {
  if (!isUtf8Charset(content_type)) {
    return refuse('unsupported_media_type', 'The charset of a JSON body must be utf-8.');
  }
  if (!isUtf8(body)) return refuse('invalid_json', 'The body is not valid UTF-8.');
  return { text: Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8') };
}

/** Replaces the framework's parsers: only JSON is accepted, unless a scope adds its own parser. */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.decorateRequest('raw_body', '');
  server.addContentTypeParser(USUAL_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    // Clients that send the type with every request also send it with a DELETE without a body.
    if (bytes.length === 0 && request.method === 'DELETE') return done(null, undefined);
    const read = readBody(request.headers['content-type'] ?? '', bytes);
    if ('refused' in read) return done(new RefusedBody(read));
    request.raw_body = read.text;
    const parsed = parseJson(read.text);
    if ('refused' in parsed) return done(new RefusedBody(parsed));
    done(null, parsed.value);
  });
}
