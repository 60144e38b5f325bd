// Why two archives of one month are different files, in words.
import type { ArchiveManifest } from '../../domain/archive/archive-document.ts';
import type { ArchiveHead } from './read-archive.ts';

function otherParts(before: ArchiveManifest, now: ArchiveManifest): string[] {
  return now.parts.flatMap(({ kind, records, sha256 }) => {
    const old = before.parts.find((part) => part.kind === kind);
    if (old?.sha256 === sha256) return [];
    if (old?.records === records) return [`the content of its ${kind} records has changed`];
    return [`it had ${old?.records ?? 0} ${kind} records, there are ${records}`];
  });
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function whyOther(before: ArchiveHead, now: ArchiveHead): string {
  const [old, next] = [before.manifest, now.manifest];
  const rules: [differs: boolean, why: string][] = [
    [!same(old.data_keys, next.data_keys), 'the encryption keys are others'],
    [!same(old.proof_keys, next.proof_keys), 'the keys of the proofs are others'],
    [old.installation !== next.installation, 'the installation has another name'],
    [
      old.trades.left_open !== next.trades.left_open,
      `${old.trades.left_open} trades were left out, it would be ${next.trades.left_open}`,
    ],
  ];
  const why = rules.filter(([differs]) => differs).map(([, reason]) => reason);
  const all = [...why, ...otherParts(old, next)];
  return all.length === 0 ? 'it was compressed by another version of zlib' : all.join('; ');
}
