// Parses as much of HTTP/1.1 as a load needs: status, length and two headers, from any chunks.

export type ResponseHead = {
  readonly status: number;
  /** The answer has a Retry-After header. */
  readonly retry_after: boolean;
  /** The server closes the connection after this answer. */
  readonly closes: boolean;
};

export type ResponseParser = {
  /** Reads all `bytes` before it returns, so the caller may reuse the buffer. */
  push(bytes: Buffer): void;
};

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const RETRY_AFTER = /\r\nretry-after:/i;
const CLOSES = /\r\nconnection: *close/i;
const LONGEST_HEAD_BYTES = 65_536;
const STATUS_AT = 'HTTP/1.1 '.length;

function parseHead(text: string): { head: ResponseHead; length: number } {
  const status = Number(text.slice(STATUS_AT, STATUS_AT + 3));
  const length = LENGTH.exec(text)?.[1];
  const has_length = length !== undefined || status === 204 || status === 304;
  if (!text.startsWith('HTTP/1.1 ') || !Number.isInteger(status) || !has_length) {
    throw new Error(`An answer that the load does not understand: ${text.slice(0, 300)}`);
  }
  const head = { status, retry_after: RETRY_AFTER.test(text), closes: CLOSES.test(text) };
  return { head, length: Number(length ?? 0) };
}

/** Reports each answer when its last byte has arrived. */
export function createResponseParser(onResponse: (head: ResponseHead) => void): ResponseParser {
  /** The beginning of a head that continues in the next chunk. */
  let kept: Buffer | null = null;
  let open: ResponseHead | null = null;
  let body_left = 0;

  /** Where the body begins; -1 if the head is not complete yet. */
  function readHead(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(HEAD_END, from);
    if (end === -1) {
      if (bytes.length - from > LONGEST_HEAD_BYTES)
        throw new Error('A head of an answer is endless');
      kept = Buffer.from(bytes.subarray(from));
      return -1;
    }
    const { head, length } = parseHead(bytes.toString('latin1', from, end));
    open = head;
    body_left = length;
    return end + HEAD_END.length;
  }

  /** Reads the body bytes that have arrived; the last one completes the answer. */
  function readBody(bytes: Buffer, from: number): number {
    const taken = Math.min(body_left, bytes.length - from);
    body_left -= taken;
    if (body_left === 0 && open !== null) {
      const whole = open;
      open = null;
      onResponse(whole);
    }
    return from + taken;
  }

  return {
    push(arrived) {
      const bytes: Buffer = kept === null ? arrived : Buffer.concat([kept, arrived]);
      kept = null;
      let at = 0;
      while (at !== -1 && at < bytes.length) {
        if (open === null) at = readHead(bytes, at);
        if (at !== -1) at = readBody(bytes, at);
      }
    },
  };
}
