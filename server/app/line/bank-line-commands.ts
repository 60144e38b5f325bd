// Turns bank lines into commands for the writer, with the keys by which a line that comes again is
// recognised.

import type { FeedSource, TakeLine } from '../../domain/batch/command.ts';
import { waitingNote } from '../../domain/line/wait-words.ts';
import {
  type BankLine,
  type LineDetails,
  type LineRecord,
  type LineSource,
  lineContent,
  NO_DETAILS,
  utrInText,
} from '../../domain/record/bank-line.ts';
import { nothing } from '../../domain/record/feed-bounds.ts';
import {
  equalsText,
  keysOfEqual,
  type LineIdentity,
  placeText,
} from '../../domain/record/line-identity.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { canonicalText } from '../../domain/values/text.ts';
import type { Answer } from '../../store/batch/store.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { hashLineKey } from '../../store/line/sealed-lines.ts';
import type { App } from '../process/app.ts';
import { newId, sha256Hex } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import type { Settings } from '../process/settings-cache.ts';
import { expectKind } from '../process/writer.ts';

/** A line as given by a statement or feed; `utr` is in canonical form. */
export type GivenLine = Pick<
  BankLine,
  'amount_cents' | 'booked_at' | 'booked_exactly' | 'utr' | 'text' | 'bank_id'
> &
  Partial<LineDetails> & {
    /** Set if the bank's id alone does not identify the line: the text that does. */
    key?: string | null;
    /** Set by a statement that numbers equal lines itself. */
    repetition?: Repetition;
    /** Set for a line that waited for a person: it has its key, its id and its source already. */
    waited?: Pick<BankLine, 'line_key' | 'bank_line_id' | 'source'> & { note: string };
  };

/** The place of a line among equal ones of its statement. */
export type Repetition = {
  /** From 1. */
  readonly number: number;
  /** The balances of the statement neither count it nor leave it out. */
  readonly in_doubt: boolean;
};

export type KeyedLine = GivenLine & { line_key: string; identity?: LineIdentity };

/**
 * Where lines come from. Those of reports within the day have keys of their own: only a pairing
 * decides which of them a statement shows again.
 */
export type LineOrigin = {
  readonly is_interim: boolean;
  /** The stored lines that confirmed lines stand for: their keys, by `confirmedKey`. */
  readonly confirmed: ReadonlyMap<string, string>;
  /** Lines that are not taken, by `confirmedKey`; `leave` is called for each. */
  readonly left?: ReadonlyMap<string, unknown>;
  readonly leave?: (line: KeyedLine) => void;
};

const DIRECT: LineOrigin = { is_interim: false, confirmed: new Map() };

/** The most telling of its keys: no other line of its account has it. */
export const confirmedKey = ({ line_key, identity }: KeyedLine): string =>
  identity?.other_keys.at(-1) ?? line_key;

/**
 * Gives each line of a delivery its keys: from the bank's id, otherwise from its content and how
 * often this appeared earlier in the delivery.
 */
class LineKeys {
  readonly #cipher: Cipher;
  readonly #prefix: string;
  readonly #occurrences = new Map<string, number>();
  /** By id and amount: where it appeared first. */
  readonly #places = new Map<string, string>();

  constructor(cipher: Cipher, is_interim: boolean) {
    this.#cipher = cipher;
    this.#prefix = is_interim ? 'interim/' : '';
  }

  keyed(line: GivenLine): KeyedLine {
    const id = line.key ?? line.bank_id;
    if (id !== null) return this.#byId(canonicalText(id), line);
    const content = sha256Hex(canonicalText(lineContent(line)));
    return { ...line, line_key: this.#hash(`content:${content}:${this.#count(content)}`) };
  }

  #byId(id: string, given: GivenLine): KeyedLine {
    const line = given.utr === null ? { ...given, utr: utrInText(given.text) } : given;
    const { repetition = this.#repetition(id, line) } = line;
    const { number, in_doubt } = repetition;
    const is_distinct = this.#isDistinct(id, line);
    const content = line.utr ?? this.#hashOfDetails(line);
    const { line_key, other_keys } = keysOfEqual(this.#hash(`id:${id}`), line, number, content);
    return { ...line, line_key, identity: { other_keys, in_doubt, is_distinct } };
  }

  /** Hashed only if there is something to tell, because hashes are most of a key's cost. */
  #hashOfDetails({ counterparty_number = null, end_to_end_id = null }: GivenLine): string {
    if (counterparty_number === null && end_to_end_id === null) return '';
    return this.#hash(`details:${JSON.stringify([counterparty_number, end_to_end_id])}`);
  }

  #repetition(id: string, line: GivenLine): Repetition {
    const number = this.#count(equalsText(id, line));
    return { number, in_doubt: number > 1 };
  }

  #isDistinct(id: string, line: GivenLine): boolean {
    const [name, place] = [`${line.amount_cents}/${id}`, placeText(line)];
    const first = this.#places.get(name);
    if (first === undefined) this.#places.set(name, place);
    return first !== undefined && first !== place;
  }

  #count(text: string): number {
    const number = (this.#occurrences.get(text) ?? 0) + 1;
    this.#occurrences.set(text, number);
    return number;
  }

  #hash(text: string): string {
    return hashLineKey(this.#cipher, this.#prefix + text);
  }
}

/** Lazy, line by line, so that hashing a long statement does not block other requests. */
export function* withKeys(
  cipher: Cipher,
  lines: Iterable<GivenLine>,
  { is_interim, confirmed, left, leave }: LineOrigin,
): Generator<KeyedLine> {
  const keys = new LineKeys(cipher, is_interim);
  for (const line of lines) {
    const keyed =
      line.waited === undefined ? keys.keyed(line) : { ...line, line_key: line.waited.line_key };
    const stored_key = confirmed.get(confirmedKey(keyed));
    if (left?.has(confirmedKey(keyed)) === true) leave?.(keyed);
    else if (stored_key === undefined) yield keyed;
    // Under the key of the stored line it is recognised as a duplicate of it.
    else yield { ...line, line_key: stored_key };
  }
}

export type TakenLine = { record: LineRecord; duplicate: boolean };

/** Three quarters of a batch, so that a feed's lines fit into each batch beside a statement's. */
const CHUNK = 384;
/** One for each lane of the writer (a batch under way), and one waiting to fill both. */
const MOST_AHEAD = 4;

export function* inChunks<Item>(items: Iterable<Item>): Generator<Item[]> {
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

/**
 * Absent for people and for the service itself. If the feed was revoked meanwhile, all its lines
 * wait.
 */
function feedOf({ actor, account }: Delivery, { feeds }: Settings): { feed?: FeedSource } {
  if (actor.role !== 'feed') return {};
  const feed_id = actor.id ?? '';
  return { feed: { bounds: feeds.get(feed_id) ?? nothing(feed_id), account } };
}

/** How a line came, as its row says for ever. */
export function sourceOf({ role }: Actor, statement_id: string | null): LineSource | null {
  if (role === 'feed') return 'feed';
  if (role !== 'operator') return null;
  return statement_id === null ? 'hand' : 'file';
}

/** A person's decision, which is written and audited with the line. */
function saidOf({ bank_line_id, note }: NonNullable<GivenLine['waited']>) {
  return {
    waited: { waiting_line_id: bank_line_id, note },
    audit: waitingNote(bank_line_id, { decision: 'other', bank_line_ids: [bank_line_id], note }),
  };
}

/** The commands that take lines; a line's id is its command's id. */
function commandsFor(
  { actor, account, received_at }: Delivery,
  lines: readonly KeyedLine[],
  source: Pick<TakeLine, 'merchants' | 'feed'>,
): TakeLine[] {
  const { receiving_account_id, currency } = account;
  return lines.map(({ key: _, repetition: __, waited, identity, ...line }) => {
    const bank_line_id = waited?.bank_line_id ?? newId();
    // A line with an id has its UTR from the text already.
    const utr = identity === undefined ? (line.utr ?? utrInText(line.text)) : line.utr;
    const source_of_line = (waited ?? { source: sourceOf(actor, line.statement_id ?? null) })
      .source;
    const ids = { bank_line_id, receiving_account_id, currency, received_at };
    return {
      kind: 'take_line',
      command_id: bank_line_id,
      actor,
      line: { ...NO_DETAILS, ...line, utr, ...ids, source: source_of_line },
      ...(identity === undefined ? {} : { identity }),
      ...(waited === undefined ? {} : saidOf(waited)),
      ...source,
    };
  });
}

/** The same commands chunk by chunk, for a caller that only asks what would become of the lines. */
export async function* lineCommands(
  app: App,
  actor: Actor,
  account: ReceivingAccount,
  given: Iterable<GivenLine>,
  origin: LineOrigin = DIRECT,
): AsyncGenerator<TakeLine[]> {
  const delivery = { actor, account, received_at: serviceTime(app) };
  for (const chunk of inChunks(withKeys(app.store.cipher, given, origin))) {
    // Loaded again for each chunk: a merchant's settings may change during a long statement.
    const settings = await app.settings.current();
    yield commandsFor(delivery, chunk, {
      merchants: settings.merchants,
      ...feedOf(delivery, settings),
    });
  }
}

/**
 * Hands lines to the writer in order, in the same batches as all other commands, and yields them
 * chunk by chunk as they are taken. While one chunk is written, a bounded number of others waits in
 * the writer's queue: enough to keep the writer busy, too few to delay other commands.
 */
export async function* takeLines(
  app: App,
  actor: Actor,
  account: ReceivingAccount,
  given: Iterable<GivenLine>,
  origin: LineOrigin = DIRECT,
): AsyncGenerator<TakenLine[]> {
  const ahead: Promise<PromiseSettledResult<Answer>[]>[] = [];
  for await (const commands of lineCommands(app, actor, account, given, origin)) {
    // allSettled, because a chunk may fail while the one before it is still awaited.
    ahead.push(Promise.allSettled(commands.map((command) => app.writer.submit(command))));
    const first = ahead.length < MOST_AHEAD ? undefined : ahead.shift();
    if (first !== undefined) yield (await first).map(takenOf);
  }
  for (const settled of ahead) yield (await settled).map(takenOf);
}
