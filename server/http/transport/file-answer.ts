// An answer that is a file: its type, its name, and its content, whole or as a stream.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

type FileFields = {
  content_type: string;
  /** Made by the service: only letters, digits, dots and hyphens. */
  file_name: string;
  body: string | Buffer | Readable;
  headers?: Readonly<Record<string, string>>;
};

const FILE_NAME = /^[A-Za-z0-9.-]+$/;

/** A class, so that no JSON body can be mistaken for one. */
export class FileAnswer {
  readonly fields: FileFields;

  constructor(fields: FileFields) {
    if (!FILE_NAME.test(fields.file_name))
      throw new Error('The file name has other characters than letters, digits, dots and hyphens');
    this.fields = fields;
  }
}

const FOREIGN = {
  // In case a browser opens it all the same: no scripts, no forms, an origin of its own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-download-options': 'noopen',
  'cache-control': 'no-store',
};

/** A file from outside: browsers save it, and never show or run it in our origin. */
export function foreignFile(file: {
  name: string;
  content_type: string;
  bytes: Uint8Array;
}): FileAnswer {
  const { name: file_name, content_type, bytes } = file;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new FileAnswer({ content_type, file_name, body, headers: FOREIGN });
}

async function* piecesOf(begun: readonly IteratorResult<unknown>[], rest: AsyncIterator<unknown>) {
  try {
    for (const { value } of begun.filter(({ done }) => done !== true)) yield value;
    if (begun.at(-1)?.done === true) return;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

/**
 * Reads the head and the first page before the answer begins: if they cannot be read, the answer is
 * still an error and no file that is cut off.
 */
export async function begunFile(answer: FileAnswer): Promise<FileAnswer> {
  const { body } = answer.fields;
  if (!(body instanceof Readable)) return answer;
  const pieces = body[Symbol.asyncIterator]();
  const begun = [await pieces.next()];
  if (begun[0]?.done !== true) begun.push(await pieces.next());
  return new FileAnswer({ ...answer.fields, body: Readable.from(piecesOf(begun, pieces)) });
}

export function sendFile(reply: FastifyReply, { fields }: FileAnswer): FastifyReply {
  const { content_type, file_name, body, headers = {} } = fields;
  return reply
    .status(200)
    .type(content_type)
    .headers({ 'content-disposition': `attachment; filename="${file_name}"`, ...headers })
    .send(body);
}
