// The merchants that a signed request may name, from its address and the beginning of its body: a
// signature says which merchant it is of only together with the body. The body is put back, so the
// cell reads all of it itself.
import type { IncomingMessage } from 'node:http';

/** As long as the longest body that names a merchant. */
const PEEK_MAX_BYTES = 262_144;

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const IN_ADDRESS = new RegExp(UUID, 'g');
const IN_BODY = new RegExp(`"merchant_id"\\s*:\\s*"(${UUID})"`);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isWhole = (request: IncomingMessage, bytes: number): boolean =>
  request.complete || bytes >= Number(request.headers['content-length'] ?? Infinity);

/** Null if the sender left before it. */
function readBeginning(request: IncomingMessage): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  const parts: Buffer[] = [];
  let bytes = 0;
  const end = (read: Buffer | null) => {
    request.off('readable', look).off('close', gone).off('error', gone);
    // At once: behind a body that was read to its end nothing can be put back later.
    if (read !== null && read.length > 0) request.unshift(read);
    resolve(read);
  };
  const gone = () => end(null);
  const look = () => {
    for (let part = request.read(); part !== null; part = request.read()) {
      parts.push(part);
      bytes += part.length;
    }
    if (bytes >= PEEK_MAX_BYTES || isWhole(request, bytes)) end(Buffer.concat(parts));
  };
  request.on('readable', look).on('close', gone).on('error', gone);
  return promise;
}

/** In lower case. Null if there is nobody left to answer. */
export async function peekMerchants(request: IncomingMessage): Promise<string[] | null> {
  const named: string[] = request.url?.match(IN_ADDRESS) ?? [];
  if (hasBody(request)) {
    const body = await readBeginning(request);
    if (body === null) return null;
    const [, merchant_id] = IN_BODY.exec(body.toString('latin1')) ?? [];
    if (merchant_id !== undefined) named.unshift(merchant_id);
  }
  return named.map((one) => one.toLowerCase());
}
