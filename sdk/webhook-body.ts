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

/** Says what was given, and none of its content: somebody may log it. */
function wrongKind(given: unknown): WebhookError {
  if (given === undefined || given === null) {
    return wrongBody(`The body is ${given}: nothing has kept it`);
  }
  if (typeof given !== 'object') return wrongBody(`The body is a ${typeof given}`);
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
const isBuffer = (given: unknown): given is ArrayBuffer =>
  Object.prototype.toString.call(given) === '[object ArrayBuffer]';

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
