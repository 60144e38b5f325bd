// What the program `archive` says to a person about archives that were made, verified and compared.
import type { ArchiveComparison } from '../../app/archive/compare-with-database.ts';
import type { HistoryOn } from '../../app/archive/history-goes-on.ts';
import type { MadeArchive } from '../../app/archive/make-archive.ts';
import type { NotedArchive } from '../../app/archive/note-archive.ts';
import type { ArchiveCheck } from '../../app/archive/verify-archive.ts';
import type { CheckedFile, HistoryCheck } from '../../app/archive/verify-history.ts';
import type { ArchiveManifest } from '../../domain/archive/archive-document.ts';

const print = (text: string) => void process.stdout.write(text);

export function archiveSummary(manifest: ArchiveManifest): string {
  const { month, mode, installation, after, to, trades, parts, days_without_proof } = manifest;
  const counts = parts.map(({ kind, records }) => `${records} ${kind}`).join(', ');
  const from = after === null ? 'from the first entry' : `after the proof of ${after.day}`;
  const open = trades.left_open === 0 ? '' : `${trades.left_open} trades were still open. `;
  const missed = days_without_proof.map((day) => `${day} has no proof of its own. `).join('');
  return (
    `${month} of ${installation ?? 'an installation without a name'} (${mode}): ` +
    `${from}, up to the proof of ${to.day}.\n${missed}${open}Records: ${counts}.\n`
  );
}

export function tellMade({ file, is_new, sha256, manifest }: MadeArchive, seconds: number): void {
  const what = is_new ? `Written in ${seconds} s` : 'There already, the same bytes';
  print(`${what}: ${file}\nSHA-256 ${sha256}\n${archiveSummary(manifest)}`);
}

export function tellCheck({
  ok,
  manifest,
  books,
  entries,
  problems,
  is_key_given,
}: ArchiveCheck): void {
  print(archiveSummary(manifest));
  print(`Read: ${books} books, ${entries} entries.\n`);
  for (const problem of problems) print(`${problem}\n`);
  print(ok ? 'The file is right.\n' : 'The file is NOT right.\n');
  if (!is_key_given) tellKey('the file itself tells the key that signed it', manifest);
}

function tellFile({ name, sha256, manifest, entries, problems }: CheckedFile): void {
  const end = manifest === null ? 'unreadable' : `up to the proof of ${manifest.to.day}`;
  const right = problems.length === 0 ? 'right' : 'NOT right';
  print(`${name}: ${entries} entries, ${end}, ${right}\n  SHA-256 ${sha256}\n`);
}

function historyText({ files }: HistoryCheck): string {
  const [first, last] = [files[0]?.manifest, files.at(-1)?.manifest];
  const after = first?.after ?? null;
  const from = after === null ? 'from the first entry' : `after the proof of ${after.day}`;
  return `${from}, up to the proof of ${last?.to.day}`;
}

/** `on`: what the database has after the files, if it was asked for. */
export function tellHistory(check: HistoryCheck, on: HistoryOn | null): void {
  const { ok, files, problems, is_key_given } = check;
  for (const file of files) tellFile(file);
  for (const problem of problems) print(`${problem}\n`);
  print(
    ok ? `The files are one history, ${historyText(check)}.\n` : 'The files are NOT one history.\n',
  );
  const newest = files.at(-1)?.manifest;
  if (!is_key_given && newest) tellKey('the files themselves tell the keys that signed', newest);
  if (on === null) return;
  for (const problem of on.problems) print(`${problem}\n`);
  const read = `${on.entries} entries and ${on.proofs} proofs were read`;
  if (on.since === null) print('The database does NOT go on with them.\n');
  else {
    const how = on.ok ? 'goes on with them' : 'does NOT go on with them';
    print(`The database ${how} from the proof of ${on.since} to now: ${read}.\n`);
  }
}

function tellKey(who: string, { proof_keys }: ArchiveManifest): void {
  const key = proof_keys.at(-1)?.public_key ?? 'none';
  print(
    `Only ${who}, ${key}: compare it with the key that you were told, or give that one with ` +
      '--public-key.\n',
  );
}

export function tellNoted({ ok, month, sha256, is_new, sums, problems }: NotedArchive): void {
  for (const problem of problems) print(`${problem}\n`);
  if (!ok) print(`The database has ${month} NOT as the file has it, so nothing was noted.\n`);
  else if (is_new) print(`${month} is noted, with ${sums} sums.\nSHA-256 ${sha256}\n`);
  else print(`${month} was noted before, with this file.\nSHA-256 ${sha256}\n`);
}

export function tellComparison({ ok, month, kinds, problems }: ArchiveComparison): void {
  for (const { kind, same, changed, only_in_file, only_in_database } of kinds) {
    const other = [
      [changed, 'changed'],
      [only_in_file, 'only in the file'],
      [only_in_database, 'only in the database'],
    ] as const;
    const told = other.filter(([count]) => count > 0).map(([count, how]) => `, ${count} ${how}`);
    print(`${kind}: ${same} the same${told.join('')}\n`);
  }
  for (const problem of problems) print(`${problem}\n`);
  if (ok) print(`The database has all of ${month} as the file has it.\n`);
  else if (kinds.length === 0) print('The file is NOT right, so nothing was compared.\n');
  else print(`The database has ${month} NOT as the file has it.\n`);
}
