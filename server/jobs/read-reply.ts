// Reads a bounded part of a receiver's answer, and keeps its beginning as harmless text.
import { LIMITS } from '../domain/service/limits.ts';

export type ReplyHead = {
  /** False once the body exceeds the limit: the rest is not read. */
  take(chunk: Uint8Array): boolean;
  /** The first bytes of the body. */
  bytes(): Uint8Array;
};

export function createReplyHead(): ReplyHead {
  const head: Uint8Array[] = [];
  let [read_bytes, kept_bytes] = [0, 0];
  return {
    take: (chunk) => {
      const part = chunk.subarray(0, LIMITS.callback_reply_stored_bytes - kept_bytes);
      // Copied, because a view of the first bytes would keep the whole chunk in memory.
      if (part.length > 0) head.push(Uint8Array.from(part));
      kept_bytes += part.length;
      read_bytes += chunk.length;
      return read_bytes <= LIMITS.callback_reply_max_bytes;
    },
    bytes: () => Buffer.concat(head),
  };
}

/** Without characters that could act on a screen or in a log, and never longer than the limit. */
export function replyText(head: Uint8Array): string {
  if (head.length === 0) return '';
  const text = decodeWhole(head)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  // An invalid byte becomes a character of three bytes, so the length is checked again.
  return decodeWhole(
    new TextEncoder().encode(text).subarray(0, LIMITS.callback_reply_stored_bytes),
  );
}

/** A character cut off at the end is dropped rather than shown as broken. */
function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

/** The delay in Retry-After: seconds, or a date. */
export function readRetryAfter(
  header: string | readonly string[] | undefined,
  now: number,
): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Only HTTP's form of a date, because Date.parse alone accepts almost anything.
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
