// As much of HTTP/1.1 as a load needs: status, length and two headers, however the bytes are cut.

export type ResponseHead = {
  readonly status: number;
  /** The answer says when to come again. */
  readonly retry_after: boolean;
  /** The connection ends with this answer. */
  readonly closes: boolean;
};

export type ResponseParser = {
  /** `bytes` are read before this returns: the caller may use the buffer again. */
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

/** Tells of each answer when its last byte is there. */
export function createResponseParser(onResponse: (head: ResponseHead) => void): ResponseParser {
  /** The beginning of a head that was cut. */
  let kept: Buffer | null = null;
  let open: ResponseHead | null = null;
  let body_left = 0;

  /** Where the body begins; -1 where the head's end is not there yet. */
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

  /** As much of the body as there is; with its last byte the answer is whole. */
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
