// Reads as much of a receiver's answer as we are ready to, and keeps its head as harmless text.
import { LIMITS } from '../domain/service/limits.ts';

export type ReplyHead = {
  /** False once the body is longer than the cap: the rest is not worth its time. */
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
      // A copy: the chunk's memory would stay alive for its first bytes.
      if (part.length > 0) head.push(Uint8Array.from(part));
      kept_bytes += part.length;
      read_bytes += chunk.length;
      return read_bytes <= LIMITS.callback_reply_max_bytes;
    },
    bytes: () => Buffer.concat(head),
  };
}

/** Text without what could act on a screen or in a log, never longer than was promised. */
export function replyText(head: Uint8Array): string {
  if (head.length === 0) return '';
  const text = decodeWhole(head)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  // A byte that is no UTF-8 becomes three, so the measure is taken once more.
  return decodeWhole(
    new TextEncoder().encode(text).subarray(0, LIMITS.callback_reply_stored_bytes),
  );
}

/** A character that was cut at the end is dropped instead of being shown as broken. */
function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

/** What Retry-After asks for: seconds, or a date. */
export function retryAfter(
  header: string | readonly string[] | undefined,
  now: number,
): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Only the form of HTTP: Date.parse alone reads almost anything.
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
