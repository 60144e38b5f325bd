// Reads and joins bytes of files: text and numbers at an offset, never beyond the end.

export function byteView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** One character per byte, whatever they stand for. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = '';
  // In pieces, because a call takes a limited number of arguments.
  for (let at = from; at < to; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 8_192)));
  }
  return text;
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  if (at + text.length > bytes.length) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/**
 * The offset of a text, or -1. Compares bytes, because converting ten megabytes to text would cost
 * more than everything else.
 */
export function indexOf(bytes: Uint8Array, text: string, from = 0): number {
  const first = text.charCodeAt(0);
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === first && startsWith(bytes, text, at)) return at;
  }
  return -1;
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
