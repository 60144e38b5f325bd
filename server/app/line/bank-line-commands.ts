// Bank lines on their way to the writer: occurrence numbers tell genuine twins from lines that come
// twice.

import type { FeedSource, TakeLine } from '../../domain/batch/command.ts';
import {
  type BankLine,
  type LineDetails,
  type LineRecord,
  type LineStatus,
  lineContent,
  NO_DETAILS,
  utrInText,
} from '../../domain/record/bank-line.ts';
import { nothing } from '../../domain/record/feed-bounds.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import type { Actor } from '../../domain/record/trade.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { canonicalText } from '../../domain/values/text.ts';
import type { Answer } from '../../store/batch/store.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { hashLineKey } from '../../store/line/sealed-lines.ts';
import type { App } from '../process/app.ts';
import { newId, sha256Hex } from '../process/ids.ts';
import type { Settings } from '../process/settings-cache.ts';
import { expectKind } from '../process/writer.ts';

/** A line as a statement or feed gives it; `utr` is canonical. */
export type GivenLine = Pick<
  BankLine,
  'amount_cents' | 'booked_at' | 'booked_exactly' | 'utr' | 'text' | 'bank_id'
> &
  Partial<LineDetails> & {
    /** Where the bank's own id alone does not tell lines apart: what does. */
    key?: string | null;
  };

type KeyedLine = GivenLine & { line_key: string };

/**
 * Without the bank's own id: content plus how often it came before in the same delivery. One line
 * at a time, so that a long statement's hashes never hold up everybody else.
 */
function* withKeys(cipher: Cipher, lines: Iterable<GivenLine>): Generator<KeyedLine> {
  const occurrences = new Map<string, number>();
  for (const line of lines) {
    const key = line.key ?? line.bank_id;
    if (key === null) {
      const content = sha256Hex(canonicalText(lineContent(line)));
      const occurrence = (occurrences.get(content) ?? 0) + 1;
      occurrences.set(content, occurrence);
      yield { ...line, line_key: hashLineKey(cipher, `content:${content}:${occurrence}`) };
    } else yield { ...line, line_key: hashLineKey(cipher, `id:${canonicalText(key)}`) };
  }
}

export type TakenLine = { record: LineRecord; duplicate: boolean };

/** Three quarters of a batch: a feed's lines find room in every batch beside a statement's. */
const CHUNK = 192;
/** Each lane has one, and two wait: a batch is only a part of what is on its way. */
const MOST_AHEAD = 5;

function* inChunks<Item>(items: Iterable<Item>): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function takenOf(settled: PromiseSettledResult<Answer>): TakenLine {
  if (settled.status === 'rejected') throw settled.reason;
  return takenLine(settled.value);
}

export function takenLine(answer: Answer): TakenLine {
  const result = expectKind(answer, 'line');
  if (isRefusal(result)) throw new Error(`A bank line was refused: ${result.detail}`);
  return { record: result.record, duplicate: result.found };
}

type Delivery = { actor: Actor; account: ReceivingAccount; received_at: number };

/** Absent for persons and the service itself. Of a feed that was revoked meanwhile all waits. */
function feedOf({ actor, account }: Delivery, { feeds }: Settings): { feed?: FeedSource } {
  if (actor.role !== 'feed') return {};
  const feed_id = actor.id ?? '';
  return { feed: { bounds: feeds.get(feed_id) ?? nothing(feed_id), account } };
}

/** The commands that take lines, each as new as its line's id, and nobody else's. */
function commandsFor(
  { actor, account, received_at }: Delivery,
  lines: readonly KeyedLine[],
  source: Pick<TakeLine, 'merchantOf' | 'feed'>,
): TakeLine[] {
  const { receiving_account_id, currency } = account;
  return lines.map(({ key: _, ...line }) => {
    const bank_line_id = newId();
    const utr = line.utr ?? utrInText(line.text);
    const ids = { bank_line_id, receiving_account_id, currency, received_at };
    return {
      kind: 'take_line',
      command_id: bank_line_id,
      actor,
      line: { ...NO_DETAILS, ...line, utr, ...ids },
      ...source,
    };
  });
}

/** The same commands chunk by chunk, for who only asks what would become of the lines. */
export async function* lineCommands(
  app: App,
  actor: Actor,
  account: ReceivingAccount,
  given: Iterable<GivenLine>,
): AsyncGenerator<TakeLine[]> {
  const delivery = { actor, account, received_at: app.settings.now() };
  for (const chunk of inChunks(withKeys(app.store.cipher, given))) {
    // Anew for each chunk: a long statement outlives a change of a merchant's settings.
    const settings = await app.settings.current();
    yield commandsFor(delivery, chunk, {
      merchantOf: (id) => settings.merchants.get(id)?.merchant,
      ...feedOf(delivery, settings),
    });
  }
}

/**
 * Hands lines to the writer in order and in the same batches as everything else, and gives them
 * back chunk by chunk as they are taken. While one chunk is written the next ones wait in the
 * writer's queue, and no more: the writer never idles, and nobody waits behind a whole statement.
 */
export async function* takeLines(
  app: App,
  actor: Actor,
  account: ReceivingAccount,
  given: Iterable<GivenLine>,
): AsyncGenerator<TakenLine[]> {
  const ahead: Promise<PromiseSettledResult<Answer>[]>[] = [];
  for await (const commands of lineCommands(app, actor, account, given)) {
    // Settled, never rejected: one chunk may fail while the one before it is still awaited.
    ahead.push(Promise.allSettled(commands.map((command) => app.writer.submit(command))));
    const first = ahead.length < MOST_AHEAD ? undefined : ahead.shift();
    if (first !== undefined) yield (await first).map(takenOf);
  }
  for (const settled of ahead) yield (await settled).map(takenOf);
}

export type TakenLineBody = {
  id: string;
  status: LineStatus | 'duplicate';
  merchant_id: string | null;
  trade_id: string | null;
  reason: string;
};

/** A duplicate names the line that was there already, and where that one is. */
export function takenLineBody({ record, duplicate }: TakenLine): TakenLineBody {
  const { outcome } = record;
  return {
    id: outcome.bank_line_id,
    status: duplicate ? 'duplicate' : outcome.status,
    merchant_id: outcome.merchant_id,
    trade_id: outcome.trade_id,
    reason: outcome.reason,
  };
}
