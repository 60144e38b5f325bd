// A file as a request's body: read as a stream, up to a limit, for as long as data keeps coming.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import { STATEMENT_MAX_BYTES } from '../../../domain/line/statement-requests.ts';
import type { RawFields } from '../../../domain/request/read-request.ts';
import { refuse } from '../../../domain/service/refusal.ts';
import { RefusedBody } from '../../json/json-body.ts';
import { beginUpload } from '../../transport/uploading.ts';

/** A file may take minutes over a slow line, but its sender may not pause for longer than this. */
const PIECE_WITHIN_MS = 30_000;

const TOO_LARGE = refuse(
  'body_too_large',
  `The file is larger than ${STATEMENT_MAX_BYTES} bytes; import it in parts.`,
);
const BROKEN_OFF = refuse('statement_invalid', 'The file was cut off before its end.');

/** Clearly no plain file: the client must have meant another call. */
const NO_FILES = ['application/json', 'multipart/form-data'];

/**
 * In a scope of its own: whatever the media type, the body is the file. Command-line clients send
 * files with a form's type, and the profile, not the type, decides how to read them.
 */
export function readUploads(scope: FastifyInstance, media_types: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, payload, done) => {
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > STATEMENT_MAX_BYTES) done(new RefusedBody(TOO_LARGE));
    else done(null, payload);
  });
  const other = refuse(
    'unsupported_media_type',
    `The body is the file itself; its Content-Type is one of: ${media_types.join(', ')}.`,
  );
  for (const type of NO_FILES) {
    scope.addContentTypeParser(type, (_request, _payload, done) => done(new RefusedBody(other)));
  }
}

/** The pieces of the file; without a body there are none. */
export async function* uploadOf(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  if (request.body === undefined || request.body === null) return;
  const end = beginUpload(request.raw.socket, PIECE_WITHIN_MS);
  let size = 0;
  try {
    for await (const piece of request.raw) {
      const bytes: Uint8Array = piece;
      size += bytes.length;
      if (size > STATEMENT_MAX_BYTES) throw new RefusedBody(TOO_LARGE);
      yield bytes;
    }
  } catch (error) {
    const is_cut = error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
    throw is_cut ? new RefusedBody(BROKEN_OFF) : error;
  } finally {
    end();
  }
}

/** Set only if the request of a proposal is carried out: it has no file. */
export function heldFileOf(
  { approval }: OperatorCaller,
  { fields }: RawFields,
): string | undefined {
  const id = approval === undefined ? undefined : fields.held_file_id;
  return typeof id === 'string' ? id : undefined;
}
