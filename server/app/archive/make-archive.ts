// Makes the archive of a closed month: everything between the proof before it and the proof of its
// last day, in one snapshot, signed with the key that signs the proofs.
import {
  ARCHIVE_DOCUMENT,
  ARCHIVE_KINDS,
  ARCHIVE_VERSION,
  type ArchiveEnd,
  type ArchiveManifest,
  type ArchivePart,
  type ArchiveSignature,
  archiveName,
  proofsOfMonth,
} from '../../domain/archive/archive-document.ts';
import { StartupError } from '../../lib/startup-error.ts';
import {
  archiveHash,
  beginWork,
  clearWork,
  giveName,
  listArchives,
  putTogether,
  writePart,
} from '../../store/archive/archive-files.ts';
import { countOpenTrades, fixForms, type MonthRange } from '../../store/archive/archive-rows.ts';
import { readArchiveKeys } from '../../store/archive/wrapped-keys.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { BEGINNING, type Boundary, readBoundaries } from '../proof/proof-boundaries.ts';
import { keyBodies, keysOf, openSigner } from '../proof/proof-keys.ts';
import { readSnapshot } from '../proof/verify-snapshot.ts';
import { whyOther } from './compare-archives.ts';
import { monthTexts, rangeBetween } from './month-texts.ts';
import { readArchiveHead } from './read-archive.ts';

export type ArchiveWish = {
  readonly month: string;
  readonly folder: string;
  /** Leave trades out that may still change; otherwise they prevent the archive. */
  readonly leave_open: boolean;
  readonly tell: (kind: string, records: number) => void;
};

export type MadeArchive = {
  readonly file: string;
  /** False: the same file was there already. */
  readonly is_new: boolean;
  readonly sha256: string;
  readonly manifest: ArchiveManifest;
};

type MonthEnds = {
  readonly after: Boundary;
  readonly to: Boundary;
  readonly days_without_proof: string[];
};

/** The proofs between which a month lies. */
function endsOf(month: string, boundaries: readonly Boundary[]): MonthEnds {
  const found = proofsOfMonth(month, boundaries);
  if (typeof found === 'string') {
    throw new StartupError(`No archive was made: ${found} (docs/operate/archive.md).`);
  }
  const { before, last, days_without_proof } = found;
  return { after: before ?? BEGINNING, to: last, days_without_proof };
}

const endOf = ({ number, day, hash }: Boundary): ArchiveEnd | null =>
  day === null ? null : { proof: Number(number), day, hash };

type Written = { parts: ArchivePart[]; left_open: number };

async function writeParts(
  tx: Queryable,
  work: string,
  range: MonthRange,
  { tell, now }: { tell: ArchiveWish['tell']; now: number },
): Promise<Written> {
  const sources = monthTexts(tx, range, now);
  const parts: ArchivePart[] = [];
  for (const kind of ARCHIVE_KINDS) {
    const part = await writePart(work, kind, sources[kind]);
    tell(kind, part.records);
    parts.push(part);
  }
  return { parts, left_open: await countOpenTrades(tx, range, now) };
}

function refuseOpen({ month, leave_open }: ArchiveWish, left_open: number): void {
  if (left_open === 0 || leave_open) return;
  throw new StartupError(
    `${left_open} trades whose last event was in ${month} may still change: wait until they are ` +
      'final, or leave them out with --leave-open (docs/operate/archive.md).',
  );
}

async function manifestOf(
  app: App,
  tx: Queryable,
  month: string,
  ends: MonthEnds,
  { parts, left_open }: Written,
): Promise<ArchiveManifest> {
  const to = endOf(ends.to);
  if (to === null) throw new Error('A month ends with a proof');
  return {
    document: ARCHIVE_DOCUMENT,
    version: ARCHIVE_VERSION,
    month,
    mode: app.mode,
    installation: app.around.name,
    after: endOf(ends.after),
    to,
    days_without_proof: ends.days_without_proof,
    trades: { archived: parts.find(({ kind }) => kind === 'trade')?.records ?? 0, left_open },
    parts,
    proof_keys: keyBodies(await keysOf(app)).map(
      ({ key_id, public_key, created_at, ended_at }) => ({
        key_id,
        public_key,
        created_at,
        ended_at,
      }),
    ),
    data_keys: await readArchiveKeys(tx),
  };
}

async function write(app: App, work: string, wish: ArchiveWish) {
  const now = serviceTime(app);
  return await readSnapshot(app, async (tx) => {
    await fixForms(tx);
    const ends = endsOf(wish.month, await readBoundaries(tx));
    const written = await writeParts(tx, work, rangeBetween(ends.after, ends.to), {
      tell: wish.tell,
      now,
    });
    refuseOpen(wish, written.left_open);
    const manifest = await manifestOf(app, tx, wish.month, ends, written);
    const signer = await openSigner(app);
    const text = JSON.stringify(manifest);
    const signature: ArchiveSignature = {
      key_id: signer.key_id,
      signature: signer.sign(text).toString('base64url'),
    };
    const head = [text, JSON.stringify(signature)];
    return { whole: await putTogether(work, head, manifest.parts), manifest };
  });
}

/**
 * A file that is there is never replaced: if the month gives the same bytes again, that is the
 * result; otherwise it says what is another.
 */
export async function makeArchive(app: App, wish: ArchiveWish): Promise<MadeArchive> {
  const { folder, month } = wish;
  const work = await beginWork(folder, month);
  try {
    const { whole, manifest } = await write(app, work, wish);
    const sha256 = await archiveHash(whole);
    const name = archiveName(month);
    const file = `${folder}/${name}`;
    if (!(await listArchives(folder)).includes(name)) {
      await giveName(folder, month, whole);
      return { file, is_new: true, sha256, manifest };
    }
    if ((await archiveHash(file)) === sha256) return { file, is_new: false, sha256, manifest };
    const why = whyOther(await readArchiveHead(file), await readArchiveHead(whole));
    throw new StartupError(
      `${file} is there, and would be another file now: ${why}. It stays as it is. To have both, ` +
        'write into another folder with --to.',
    );
  } finally {
    await clearWork(folder, month);
  }
}
