// Records digests of everything beside the ledger that was written since the last time: the daily
// proof signs them, and verify names each record that has changed.
import { EMPTY_HASH } from '../../domain/ledger/ledger.ts';
import {
  DIGEST_BYTES,
  digestGroupHash,
  type RecordDigest,
  writeDigests,
} from '../../domain/proof/record-digest.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import {
  type DigestHead,
  insertDigestGroup,
  readDigestHead,
  readUnrecorded,
} from '../../store/proof/digest-groups.ts';
import {
  type FoundRecord,
  GONE,
  type RecordRun,
  readRecords,
} from '../../store/proof/record-sources.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';

/**
 * A group has at most this many numbers, so that it stays small in memory and on the wire. On an
 * audit entry up to 500 past trades hang.
 */
const RUN_NUMBERS = { audit: 100n, entries: 1_000n, events: 1_000n } as const;

export function digested(cipher: Cipher, record: FoundRecord): RecordDigest & FoundRecord {
  const { kind, name, content } = record;
  const hash = cipher.lookup(`proof_digests/${JSON.stringify([kind, name, content])}`);
  return { ...record, digest: hash.subarray(0, DIGEST_BYTES).toString('hex') };
}

const NO_HEAD: DigestHead = { group_number: 0n, hash: EMPTY_HASH };

/** Null if another process was faster: it may have recorded the same run. */
async function recordRun(app: App, run: RecordRun, before: DigestHead): Promise<DigestHead | null> {
  const { db, cipher } = app.store;
  const records = await readRecords(db, cipher, run);
  // Other checks of verify find what is gone already.
  const present = records.filter(({ content }) => content !== GONE);
  const digests = writeDigests(
    run.after_number,
    present.map((record) => digested(cipher, record)),
  );
  const group_number = before.group_number + 1n;
  const group = { ...run, digests };
  const hash = digestGroupHash(group, group_number, before.hash, sha256Hex);
  const is_stored = await insertDigestGroup(db, { ...group, group_number, hash }, serviceTime(app));
  return is_stored ? { group_number, hash } : null;
}

/** The run in pieces of a bounded size. */
function* pieces(run: RecordRun): Generator<RecordRun> {
  const numbers = RUN_NUMBERS[run.stream];
  for (let after = run.after_number; after < run.to_number; after += numbers) {
    const end = after + numbers;
    const to_number = end < run.to_number ? end : run.to_number;
    yield { ...run, after_number: after, to_number };
  }
}

/**
 * Each group is stored at once: a run that is interrupted goes on where it ended. Rows of a number
 * are committed together with it, so the records of a run are complete.
 */
export async function recordDigests(app: App, pace: () => Promise<void>): Promise<void> {
  const { db } = app.store;
  let head = (await readDigestHead(db)) ?? NO_HEAD;
  for (const run of await readUnrecorded(db)) {
    for (const piece of pieces(run)) {
      const next = await recordRun(app, piece, head);
      if (next === null) return await recordDigests(app, pace);
      head = next;
      await pace();
    }
  }
}
