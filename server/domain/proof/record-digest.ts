// The digests of records beside the ledger: how a group of them is written, and how two are
// compared.
import { toHex } from '../../lib/bytes.ts';
import type { HashText } from './walk-book.ts';

/**
 * Records hang on three sequences without gaps: the entries of each book, the events of each
 * merchant, and the audit trail. The trail belongs to the house.
 */
export const RECORD_STREAMS = ['audit', 'entries', 'events'] as const;
export type RecordStream = (typeof RECORD_STREAMS)[number];

/** The place of a kind is stored: never change the order, add new kinds at the end. */
export const RECORD_KINDS = [
  'event',
  'trade',
  'attempts',
  'bank line',
  'holds',
  'adjustment',
  'acts on bank line',
  'statement',
  'pay-out file',
  'settlement account',
  'dispute',
  'event of dispute',
  'message of dispute',
  'note of dispute',
  'confirmation of line',
  'settlement',
  'pay-out batch',
  'closing of account day',
  'proposal',
  'decision about waiting line',
  'past trade',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Where a record hangs, what it is called, and its digest as hex. */
export type RecordDigest = { number: bigint; kind: RecordKind; name: string; digest: string };
export type StoredDigest = Omit<RecordDigest, 'name'>;

/** A run of numbers of one stream, and the digests of the records that hang on it. */
export type DigestGroup = {
  stream: RecordStream;
  book: string;
  /** The run begins after this number. */
  after_number: bigint;
  to_number: bigint;
  /** As `writeDigests` writes them. */
  digests: Uint8Array;
};

/** Half of a keyed hash: nobody without the key can find another content of the same digest. */
export const DIGEST_BYTES = 16;
const PLACE_BYTES = 4;
const RECORD_BYTES = PLACE_BYTES + 1 + DIGEST_BYTES;

const HEX = 16;

/** In the order of number and kind. */
export function writeDigests(after_number: bigint, records: readonly StoredDigest[]): Uint8Array {
  const bytes = new Uint8Array(records.length * RECORD_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, { number, kind, digest }] of records.entries()) {
    const at = index * RECORD_BYTES;
    view.setUint32(at, Number(number - after_number));
    view.setUint8(at + PLACE_BYTES, RECORD_KINDS.indexOf(kind));
    for (let byte = 0; byte < DIGEST_BYTES; byte += 1) {
      const value = Number.parseInt(digest.slice(2 * byte, 2 * byte + 2), HEX);
      view.setUint8(at + PLACE_BYTES + 1 + byte, value);
    }
  }
  return bytes;
}

/** Records of kinds that this version does not know are left out. */
export function readDigests(after_number: bigint, bytes: Uint8Array): StoredDigest[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: StoredDigest[] = [];
  for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) {
    const kind = RECORD_KINDS[view.getUint8(at + PLACE_BYTES)];
    if (kind === undefined) continue;
    const digest = toHex(bytes.subarray(at + PLACE_BYTES + 1, at + RECORD_BYTES));
    records.push({ number: after_number + BigInt(view.getUint32(at)), kind, digest });
  }
  return records;
}

/** The hash of a group, which includes that of the group before. Never change this format. */
export function digestGroupHash(
  group: DigestGroup,
  group_number: bigint,
  previous_hash: string,
  hashText: HashText,
): string {
  const { stream, book, after_number, to_number, digests } = group;
  return hashText(
    JSON.stringify([
      previous_hash,
      group_number.toString(),
      stream,
      book,
      after_number.toString(),
      to_number.toString(),
      toHex(digests),
    ]),
  );
}

type Found = RecordDigest & {
  /** A later change by the service has replaced it, and has a record of its own. */
  is_replaced: boolean;
};

const placeOf = ({ number, kind }: StoredDigest): string => `${number}/${kind}`;

/** Which of the records differ from their digests. A record may have been added since. */
function changedAt(digests: readonly StoredDigest[], records: readonly Found[]): Found[] {
  if (records.length === digests.length) {
    return records.filter(
      (record, index) => !record.is_replaced && record.digest !== digests[index]?.digest,
    );
  }
  const present = new Set(records.map(({ digest }) => digest));
  return digests.every(({ digest }) => present.has(digest)) ? [] : records.slice(0, 1);
}

/**
 * Names every record that differs from its stored digest or is gone. A record without a stored
 * digest is of a kind that the version which made the digests did not know.
 */
export function compareDigests(
  stored: readonly StoredDigest[],
  found: readonly Found[],
  where: string,
): string[] {
  const present = Map.groupBy(found, placeOf);
  return [...Map.groupBy(stored, placeOf)].flatMap(([place, digests]) => {
    const records = present.get(place);
    const [first] = digests;
    const named =
      records === undefined
        ? [`${first?.kind ?? ''} of ${where} ${first?.number ?? ''}`]
        : changedAt(digests, records).map(({ kind, name }) => `${kind} ${name}`);
    return named.map((record) => `${record}: changed or gone since it was recorded`);
  });
}
