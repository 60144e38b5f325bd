// COPY in both directions as streams of bytes, at the pace of the slower side.
import { once } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import pg from 'pg';

/** The part of the driver's connection that COPY uses. */
type Wire = {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

const wireOf = (connection: pg.Connection): Wire => connection as unknown as Wire;

/** `COPY 123` → 123. */
const rowsIn = (tag: string): number => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);

abstract class Copy extends pg.Query {
  // The driver requires a callback; the copy has a promise of its own.
  readonly callback = (): void => undefined;
  readonly #ended = Promise.withResolvers<number>();
  readonly #text: string;
  #rows = 0;
  #problem: unknown;
  protected has_ended = false;

  constructor(text: string) {
    super({ text });
    this.#text = text;
    // Awaited once the copy is under way.
    this.ended.catch(() => undefined);
  }

  /** The number of rows. */
  get ended(): Promise<number> {
    return this.#ended.promise;
  }

  override submit = (connection: pg.Connection): null => {
    wireOf(connection).query(this.#text);
    return null;
  };

  /** The first one is the reason. */
  protected fail(problem: unknown): void {
    this.#problem ??= problem;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = rowsIn(text);
  }

  /** Also called if the connection breaks. */
  handleError(error: unknown): void {
    this.fail(error);
    this.has_ended = true;
    this.#ended.reject(this.#problem);
  }

  handleReadyForQuery(): void {
    this.has_ended = true;
    if (this.#problem === undefined) this.#ended.resolve(this.#rows);
    else this.#ended.reject(this.#problem);
  }
}

class CopyOut extends Copy {
  readonly #sink: Writable;

  constructor(text: string, sink: Writable) {
    super(text);
    this.#sink = sink;
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }, connection: pg.Connection): void {
    const { stream } = wireOf(connection);
    // Its writer has failed and says why: a destroyed stream takes nothing, and never drains.
    if (this.#sink.destroyed) return;
    // Copied, because the driver puts its next bytes into the same memory.
    if (this.#sink.write(Buffer.from(chunk)) || stream.isPaused()) return;
    stream.pause();
    const goOn = () => {
      this.#sink.off('drain', goOn);
      this.#sink.off('close', goOn);
      stream.resume();
    };
    this.#sink.once('drain', goOn);
    this.#sink.once('close', goOn);
  }
}

class CopyIn extends Copy {
  readonly #source: AsyncIterable<Uint8Array>;

  constructor(text: string, source: AsyncIterable<Uint8Array>) {
    super(text);
    this.#source = source;
  }

  handleCopyInResponse(connection: pg.Connection): void {
    const wire = wireOf(connection);
    this.#send(wire).catch((error: unknown) => {
      this.fail(error);
      if (!this.has_ended) wire.sendCopyFail('the source ended early');
    });
  }

  async #send(wire: Wire): Promise<void> {
    for await (const chunk of this.#source) {
      if (this.has_ended) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) {
        await Promise.race([once(wire.stream, 'drain'), this.ended]);
      }
    }
    if (!this.has_ended) wire.endCopyFrom();
  }
}

/** Resolves to the number of rows once all of them were written; does not end the sink. */
export async function copyOut(client: pg.Client, text: string, sink: Writable): Promise<number> {
  const copy = new CopyOut(text, sink);
  client.query(copy);
  return await copy.ended;
}

/** Resolves to the number of rows; a source that fails makes PostgreSQL forget all of them. */
export async function copyIn(
  client: pg.Client,
  text: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = new CopyIn(text, source);
  client.query(copy);
  return await copy.ended;
}
