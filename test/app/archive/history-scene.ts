// A service with archives of its first months, from the first entry on, and files that were forged:
// each proves itself, and says something else than what was there.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { archivedEntry } from '../../../server/app/archive/archived-books.ts';
import { makeArchive } from '../../../server/app/archive/make-archive.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { sha256Hex } from '../../../server/app/process/ids.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { openSigner } from '../../../server/app/proof/proof-keys.ts';
import {
  ARCHIVE_KINDS,
  type ArchiveManifest,
  archiveName,
} from '../../../server/domain/archive/archive-document.ts';
import { canonicalEntry } from '../../../server/domain/ledger/ledger.ts';
import { leafHash, treeRoot } from '../../../server/domain/proof/proof-tree.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { NOON, setToNoonAfter } from '../../support/noon.ts';
import { makeMerchant, openTestApp, type TestMerchant } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const ACTOR = { role: 'service', id: null } as const;
/** Longer than a completed trade takes until it is final. */
const LONG_AFTER_DAYS = 500;

export const monthOfDay = (day: number) => new Date(NOON + day * DAY_MS).toISOString().slice(0, 7);

/** Whether this day, counted from the test's noon, is the last of its month. */
export const endsMonth = (day: number) => monthOfDay(day) !== monthOfDay(day + 1);

export type HistoryDay = {
  readonly app: OpenApp;
  readonly day: number;
  readonly shop: TestMerchant;
  readonly account: string;
};

/**
 * Days on which something was paid and proven; the months of `archived` have files. `also`: what
 * else happens on a day, before its proof.
 */
export async function openHistoryScene(
  days: readonly number[],
  archived: readonly string[],
  also: (on: HistoryDay) => Promise<void> = () => Promise.resolve(),
) {
  const service = await openTestApp();
  const { app } = service;
  const folder = await mkdtemp(join(tmpdir(), 'history-'));
  setToNoonAfter(0, app);
  const shop = await makeMerchant(app);
  const account = await scene.makeAccount(app, 'INR');
  await scene.fund(app, shop.merchant_id, 100_000);
  const pay = async (order_id: string, amount_cents: number) => {
    await scene.newPayin(app, shop, { order_id, amount_cents });
    await scene.feed(app, account, [{ amount_cents }]);
  };
  for (const day of days) {
    setToNoonAfter(day, app);
    await pay(`order-${day}`, 1_000 + day);
    await also({ app, day, shop, account });
    // A proof covers the day before.
    setToNoonAfter(day + 1, app);
    await makeProof(app, ACTOR);
  }
  setToNoonAfter(LONG_AFTER_DAYS, app);
  await pay('order-unproven', 5_000);
  const fileOf = (month: string) => join(folder, archiveName(month));
  for (const month of archived) {
    await makeArchive(app, { month, folder, leave_open: false, tell: () => undefined });
  }
  return {
    service,
    app,
    shop,
    account,
    folder,
    fileOf,
    linesOf: async (month: string) =>
      gunzipSync(await readFile(fileOf(month)))
        .toString()
        .trimEnd()
        .split('\n'),
    writeLines: (month: string, lines: readonly string[]) =>
      writeFile(fileOf(month), gzipSync(`${lines.join('\n')}\n`)),
    async stop() {
      await rm(folder, { recursive: true });
      await service.stop();
    },
  };
}

export type HistoryScene = Awaited<ReturnType<typeof openHistoryScene>>;

export type Forger = {
  readonly sign: (text: string) => Buffer;
  /** Of a key that takes the place of the true one; null: it is the true one. */
  readonly public_key: string | null;
};

export async function trueKey({ app }: HistoryScene): Promise<Forger> {
  return { sign: (await openSigner(app)).sign, public_key: null };
}

export function otherKey(): Forger {
  const pair: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ed25519');
  const { x } = pair.publicKey.export({ format: 'jwk' });
  return {
    sign: (text) => sign(null, Buffer.from(text), pair.privateKey),
    public_key: x ?? '',
  };
}

/** What the forger changes in the lines of a file, whatever else a line has. */
type Line = {
  kind: string;
  book: string;
  hash: string;
  postings: { account: string; currency: string; amount_cents: string }[];
  head: string;
  head_before: string;
  position: number;
  leaves: string;
  statement: string;
  signature: string;
};

type Balance = { account: string; currency: string; balance_cents: string };

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The file has no such line');
  return value;
}

/** The last entry of the book with twice its amounts, and its balances to match. */
function doubleLast(records: readonly Line[], book: string): Line {
  const entries = records.filter((one) => one.kind === 'entry' && one.book === book);
  const [before, last] = [entries.at(-2), found(entries.at(-1))];
  const head = found(records.find((one) => one.kind === 'book' && one.book === book));
  const signed: { balances: Balance[]; hash: string } = JSON.parse(head.head);
  for (const posting of last.postings) {
    const row = found(
      signed.balances.find(
        ({ account, currency }) => account === posting.account && currency === posting.currency,
      ),
    );
    row.balance_cents = String(BigInt(row.balance_cents) + BigInt(posting.amount_cents));
    posting.amount_cents = String(2n * BigInt(posting.amount_cents));
  }
  const hash_before = before?.hash ?? JSON.parse(head.head_before).hash;
  last.hash = sha256Hex(canonicalEntry(archivedEntry(last), hash_before));
  signed.hash = last.hash;
  head.head = JSON.stringify(signed);
  return head;
}

/** Signs everything again, as somebody does who has a key and knows the format. */
export function forge(lines: readonly string[], book: string, forger: Forger): string[] {
  const manifest: ArchiveManifest = JSON.parse(lines[0] ?? '');
  const signature = JSON.parse(lines[1] ?? '');
  const records: Line[] = lines.slice(2).map((line) => JSON.parse(line));
  const head = doubleLast(records, book);
  const proofs = records.filter(({ kind }) => kind === 'proof');
  const proof = found(proofs.at(-1));
  const leaves: string[] = proof.leaves.match(/.{64}/g) ?? [];
  leaves[head.position] = leafHash(head.head, sha256Hex);
  proof.leaves = leaves.join('');
  const root = treeRoot(leaves, sha256Hex);
  proof.statement = JSON.stringify({ ...JSON.parse(proof.statement), root });
  for (const one of forger.public_key === null ? [proof] : proofs) {
    one.signature = forger.sign(one.statement).toString('hex');
  }
  manifest.to.hash = sha256Hex(proof.statement);
  for (const key of manifest.proof_keys) key.public_key = forger.public_key ?? key.public_key;
  const texts = records.map((record) => JSON.stringify(record));
  manifest.parts = ARCHIVE_KINDS.map((kind) => {
    const own = texts.filter((text) => text.startsWith(`{"kind":"${kind}"`));
    const hash = createHash('sha256').update(own.map((text) => `${text}\n`).join(''));
    return { kind, records: own.length, sha256: hash.digest('hex') };
  });
  const text = JSON.stringify(manifest);
  signature.signature = forger.sign(text).toString('base64url');
  return [text, JSON.stringify(signature), ...texts];
}
