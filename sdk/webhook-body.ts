// The raw body of a callback, from whatever a framework hands over.
import { WebhookError } from './api/api-errors.ts';

/** As received, before any parser; a Request is read here. */
export type WebhookBody = string | Uint8Array | ArrayBuffer | Request;

/** An event has some kilobytes. */
const MOST_BYTES = 1_048_576;

const HELP =
  'Give the raw body as it came in, before any parser of your framework: a string, Uint8Array, ' +
  'ArrayBuffer, or a Request that was not read. How: /docs/guide/callbacks#the-raw-body of your ' +
  'service';

const ENCODER = new TextEncoder();

const wrongBody = (what: string) => new WebhookError('body', `${what}. ${HELP}`);

const tagOf = (given: unknown): string => Object.prototype.toString.call(given).slice(8, -1);

/** By the name of its kind: what it is, or what to do with it. */
const KINDS: Readonly<Record<string, string>> = {
  Blob: 'The body is a Blob: give await blob.arrayBuffer()',
  File: 'The body is a File: give await file.arrayBuffer()',
  FormData: 'The body is a FormData: a parser of forms has read it before',
  URLSearchParams: 'The body is a URLSearchParams: a parser of forms has read it before',
  ReadableStream:
    'The body is a stream: give await new Response(stream).arrayBuffer(), unless it was read before',
  Promise: 'The body is a Promise: it lacks an await',
  Array: 'The body is an array: join what was received, as Buffer.concat(chunks)',
};

/** Requests of Node and of frameworks that wrap them, and streams; null: none of these. */
function requestKind(given: object): string | null {
  const has = (name: string) => Reflect.get(given, name) !== undefined;
  if (has('raw') || (has('req') && has('res'))) {
    return 'The body is a request of your framework: give the raw body that it has kept';
  }
  if (typeof Reflect.get(given, 'pipe') !== 'function') return null;
  const bytes = 'Buffer.concat(await stream.toArray())';
  if (!has('httpVersion')) return `The body is a stream: give ${bytes}, unless it was read before`;
  return has('body')
    ? 'The body is a request that a parser has read: let this route keep the raw body instead'
    : 'The body is a request of Node: give Buffer.concat(await request.toArray()), before a ' +
        'parser reads it';
}

/** Says what was given, and none of its content: somebody may log it. */
function wrongKind(given: unknown): WebhookError {
  if (given === undefined || given === null) {
    return wrongBody(`The body is ${given}: nothing has kept it`);
  }
  if (typeof given !== 'object') return wrongBody(`The body is a ${typeof given}`);
  const kind = KINDS[tagOf(given)] ?? requestKind(given);
  if (kind !== null) return wrongBody(kind);
  return Object.keys(given).length === 0
    ? wrongBody('The body is {}: the parser of this route did not match the request')
    : wrongBody('The body is an object: it was parsed before');
}

const tooLarge = () => new WebhookError('body', 'The body is larger than that of any event');

function demandSize(size: number): void {
  if (size > MOST_BYTES) throw tooLarge();
  if (size === 0) throw wrongBody('The body is empty: perhaps it was read before');
}

/** By their names: under Jest the classes of the program and of its tests differ. */
const isBuffer = (given: unknown): given is ArrayBuffer => tagOf(given) === 'ArrayBuffer';

const isRequest = (given: unknown): given is Request =>
  typeof given === 'object' && given !== null && 'bodyUsed' in given && 'body' in given;

async function readRequest({ bodyUsed, body }: Request): Promise<Uint8Array> {
  if (bodyUsed || body?.locked === true) throw wrongBody('The Request was read before');
  const reader = body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader?.cancel();
      throw tooLarge();
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function bytesOfBody(given: unknown): Promise<Uint8Array> {
  if (typeof given === 'string') {
    demandSize(given.length);
    return ENCODER.encode(given);
  }
  if (ArrayBuffer.isView(given)) {
    return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  }
  if (isBuffer(given)) return new Uint8Array(given);
  if (isRequest(given)) return await readRequest(given);
  throw wrongKind(given);
}

/** Throws a WebhookError that says what to give instead. */
export async function rawBody(given: WebhookBody): Promise<Uint8Array> {
  const bytes = await bytesOfBody(given);
  demandSize(bytes.length);
  return bytes;
}
