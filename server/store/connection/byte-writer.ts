// A growing buffer to which bytes and numbers are appended in network byte order.

/** Shorter texts are copied character by character: a call into the runtime costs more. */
const SHORT = 64;
const LAST_ASCII = 0x7f;
const BYTES_PER_UNIT = 3;

const UUID_LENGTH = 36;
const HYPHEN = 45;
const NO_DIGIT = 0xff;

/** The value of a hexadecimal digit, by its character code; either case. */
const HEX_DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  HEX_DIGITS[digit.charCodeAt(0)] = value;
  HEX_DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
}

const TWO_TO_32 = 4_294_967_296;

/** After a restart, a buffer larger than MOST_KEPT is replaced by one of KEPT bytes. */
const KEPT = 65_536;
const MOST_KEPT = 1_048_576;

export class ByteWriter {
  #bytes: Buffer;
  #size = 0;

  constructor(expected_bytes: number) {
    this.#bytes = Buffer.allocUnsafe(expected_bytes);
  }

  #room(count: number): number {
    const at = this.#size;
    const end = at + count;
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, at);
      this.#bytes = grown;
    }
    this.#size = end;
    return at;
  }

  /** Reserves the next bytes and returns the buffer to write them to. */
  #bytesFor(count: number): Buffer {
    this.#room(count);
    return this.#bytes;
  }

  int8(value: number): void {
    const at = this.#room(1);
    this.#bytes[at] = value;
  }

  int16(value: number): void {
    const at = this.#room(2);
    this.#bytes.writeInt16BE(value, at);
  }

  int32(value: number): void {
    this.#put32(this.#room(4), value);
  }

  int64(value: bigint): void {
    const at = this.#room(8);
    const number = Number(value);
    // Nearly all numbers are small, and writing a BigInt is slower.
    if (!Number.isSafeInteger(number)) {
      this.#bytes.writeBigInt64BE(value, at);
      return;
    }
    this.#put32(at, Math.floor(number / TWO_TO_32));
    this.#put32(at + 4, number);
  }

  /**
   * Writes the low 32 bits. The caller checks the range: Node's own writer checks it again, at a
   * cost.
   */
  #put32(at: number, value: number): void {
    const bytes = this.#bytes;
    bytes[at] = value >>> 24;
    bytes[at + 1] = value >>> 16;
    bytes[at + 2] = value >>> 8;
    bytes[at + 3] = value;
  }

  bytes(value: Uint8Array): void {
    const at = this.#room(value.length);
    this.#bytes.set(value, at);
  }

  text(value: string): void {
    const { length } = value;
    if (length <= SHORT && this.#ascii(value)) return;
    const at = this.#room(length * BYTES_PER_UNIT);
    this.#size = at + this.#bytes.write(value, at, 'utf8');
  }

  /** Returns false, with nothing written, if the text has other characters than ASCII. */
  #ascii(value: string): boolean {
    const { length } = value;
    const bytes = this.#bytesFor(length);
    const at = this.#size - length;
    for (let index = 0; index < length; index += 1) {
      const code = value.charCodeAt(index);
      if (code > LAST_ASCII) {
        this.#size = at;
        return false;
      }
      bytes[at + index] = code;
    }
    return true;
  }

  /** The 16 bytes of a UUID, given as text. */
  uuid(value: string): void {
    if (value.length !== UUID_LENGTH) throw new Error('This UUID does not have 36 characters');
    const bytes = this.#bytesFor(16);
    let at = this.#size - 16;
    for (let index = 0; index < UUID_LENGTH; index += 2) {
      if (value.charCodeAt(index) === HYPHEN) index += 1;
      const high = HEX_DIGITS[value.charCodeAt(index)] ?? NO_DIGIT;
      const low = HEX_DIGITS[value.charCodeAt(index + 1)] ?? NO_DIGIT;
      if ((high | low) === NO_DIGIT) {
        throw new Error('This UUID has a character that is not a hexadecimal digit');
      }
      bytes[at] = high * 16 + low;
      at += 1;
    }
    if (at !== this.#size) throw new Error('This UUID does not have four hyphens');
  }

  /** Reserves four bytes for the length of the bytes that follow; `close` fills them in. */
  open(): number {
    return this.#room(4);
  }

  close(at: number): void {
    this.#put32(at, this.#size - at - 4);
  }

  /**
   * Starts again at the beginning of the buffer: it overwrites the bytes that `end` returned
   * before.
   */
  restart(): void {
    this.#size = 0;
    if (this.#bytes.length > MOST_KEPT) this.#bytes = Buffer.allocUnsafe(KEPT);
  }

  /** Everything written so far, as a view of the writer's own memory. */
  end(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}
