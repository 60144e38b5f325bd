// Notes which file is the archive of a month, after every record of it was compared with the
// database, and keeps what each act moved on each account: the entries of the month need not be
// read again for a report. Nothing is removed.
import type { ArchiveManifest } from '../../domain/archive/archive-document.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { archiveHash } from '../../store/archive/archive-files.ts';
import {
  type ArchivedMonth,
  type ArchivedSum,
  insertArchivedMonth,
  insertArchivedSums,
  lockArchivedMonths,
  type NewMonth,
  readArchivedMonths,
  readMonthMoved,
} from '../../store/archive/archived-months.ts';
import { LONG_WORK } from '../../store/connection/statement-limits.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { sumsProblems } from '../proof/removed-months.ts';
import { readSnapshot } from '../proof/verify-snapshot.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';
import { compareArchive } from './compare-with-database.ts';
import { readArchiveHead } from './read-archive.ts';

export type NotedArchive = {
  readonly ok: boolean;
  readonly month: string;
  readonly sha256: string;
  /** False: it was noted before. */
  readonly is_new: boolean;
  /** Sums of one act on one account of a book. */
  readonly sums: number;
  /** Why it was not noted: the database has not what the file has. */
  readonly problems: readonly string[];
};

async function readSums(app: App, range: { after: bigint; to: bigint }): Promise<ArchivedSum[]> {
  return await readSnapshot(app, async (tx) => {
    const sums = await readMonthMoved(tx, range);
    const problems = await sumsProblems(tx, range, sums);
    if (problems.length === 0) return sums;
    throw new StartupError(`The sums are not those of the signed heads: ${problems.join('; ')}.`);
  });
}

const told = ({ month, after_proof, proof_number, file_hash, manifest_hash }: NewMonth) => ({
  month,
  after_proof: Number(after_proof),
  proof: Number(proof_number),
  file_sha256: file_hash,
  manifest_sha256: manifest_hash,
});

/** False if this very file was noted before. Throws StartupError if another one was. */
function isNew(known: readonly ArchivedMonth[], { month, after_proof, file_hash }: NewMonth) {
  const same = known.find((one) => one.month === month);
  if (same?.file_hash === file_hash) return false;
  if (same !== undefined) {
    throw new StartupError(
      `${month} is noted with another file, whose SHA-256 is ${same.file_hash}.`,
    );
  }
  const last = known.at(-1);
  if ((last?.proof_number ?? 0n) === after_proof) return true;
  const end =
    last === undefined ? 'the first entry' : `proof ${last.proof_number} of ${last.month}`;
  throw new StartupError(
    `Months are noted in their order: the next archive goes on from ${end}, this one after ` +
      `proof ${after_proof}.`,
  );
}

/** The month alone, whatever file it is in: returns the number of sums, null if it was noted. */
export async function noteMonth(app: App, month: NewMonth): Promise<number | null> {
  if (!isNew(await readArchivedMonths(app.store.db), month)) return null;
  const sums = await readSums(app, { after: month.after_proof, to: month.proof_number });
  return await app.store.db.transaction(async (tx) => {
    await lockArchivedMonths(tx);
    if (!isNew(await readArchivedMonths(tx), month)) return null;
    await insertArchivedSums(tx, month.proof_number, sums);
    const sums_sha256 = await insertArchivedMonth(tx, month, serviceTime(app));
    const detail = { ...told(month), sums: sums.length, sums_sha256 };
    await auditIn(tx, SERVICE, 'month_archived', `archives/${month.month}`, detail);
    return sums.length;
  }, LONG_WORK);
}

function refuseLeftOpen({ month, trades }: ArchiveManifest): void {
  if (trades.left_open === 0) return;
  throw new StartupError(
    `${trades.left_open} trades were left out of this archive of ${month}: make it anew when ` +
      'they are final, and note that file (docs/operate/archive.md).',
  );
}

export async function noteArchive(
  app: App,
  file: string,
  keys: { master_key: Uint8Array; public_keys: readonly string[] },
): Promise<NotedArchive> {
  const sha256 = await archiveHash(file);
  const { manifest, text } = await readArchiveHead(file);
  refuseLeftOpen(manifest);
  const { month, after, to } = manifest;
  const { ok, problems } = await compareArchive(app, file, keys);
  if (!ok) return { ok, month, sha256, is_new: false, sums: 0, problems };
  if ((await archiveHash(file)) !== sha256) {
    throw new StartupError(`${file} was changed while it was read.`);
  }
  const sums = await noteMonth(app, {
    month,
    after_proof: BigInt(after?.proof ?? 0),
    proof_number: BigInt(to.proof),
    file_hash: sha256,
    manifest_hash: sha256Hex(text),
  });
  return { ok, month, sha256, is_new: sums !== null, sums: sums ?? 0, problems };
}
