// Statements sent to PostgreSQL together: one write and one flush of the answers; after a failure
// the rest is not executed. The driver alone would flush after every statement, which wakes both
// processes each time.
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { AnswerWatch, Unanswered } from './answer-watch.ts';
import { isServerThere } from './failing/server-there.ts';
import { PLANNED_EACH_TIME } from './statement-limits.ts';
import { wireValue } from './wire-value.ts';

type Field = { name: string; dataTypeID: number };
type Row = Record<string, unknown>;

/**
 * How a statement's rows are parsed; known after PostgreSQL has described it on this connection.
 */
type Reader = { names: readonly string[]; parsers: readonly ((text: string) => unknown)[] };

export type SqlStatement = {
  /** Each name is prepared once per connection; the empty name is never kept. */
  name: string;
  text: string;
  values: readonly unknown[];
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
};

/** The part of the driver's connection that its own queries use. */
type Connection = {
  stream: Duplex;
  parsedStatements: Record<string, string>;
  close(statement: { type: 'S'; name: string }): void;
  parse(statement: { name: string; text: string }): void;
  bind(portal: {
    statement: string;
    values: readonly unknown[];
    valueMapper: typeof wireValue;
  }): void;
  describe(portal: { type: 'P'; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
};

const readers = new WeakMap<Connection, Map<string, Reader>>();

function readersOf(connection: Connection): Map<string, Reader> {
  const known = readers.get(connection) ?? new Map<string, Reader>();
  readers.set(connection, known);
  return known;
}

/** The name that the statement is prepared under; empty if it is not prepared. */
const preparedName = ({ name }: SqlStatement, keeps_plans: boolean): string =>
  !keeps_plans || PLANNED_EACH_TIME.has(name) ? '' : name;

function send(connection: Connection, statement: SqlStatement, keeps_plans: boolean): void {
  const { text, values } = statement;
  const name = preparedName(statement, keeps_plans);
  const prepared = name === '' ? undefined : connection.parsedStatements[name];
  if (prepared !== undefined && prepared !== text) {
    throw new Error(`The statement name ${name} is used for two texts`);
  }
  if (prepared === undefined) {
    // If its first execution failed, a statement of this name may exist already.
    if (name !== '') connection.close({ type: 'S', name });
    connection.parse({ name, text });
  }
  connection.bind({ statement: name, values, valueMapper: wireValue });
  const is_described = prepared !== undefined && readersOf(connection).has(name);
  if (!is_described) connection.describe({ type: 'P', name: '' });
  connection.execute({ portal: '' });
}

function readerOf(fields: readonly Field[], types: pg.CustomTypesConfig): Reader {
  return {
    names: fields.map((field) => field.name),
    parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
  };
}

function readRow({ names, parsers }: Reader, texts: readonly (string | null)[]): Row {
  const row: Row = {};
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    const text = texts[index] ?? null;
    row[name] = text === null ? null : parsers[index]?.(text);
  }
  return row;
}

/** How answers are parsed, and how long they may take. */
export type GroupOptions = {
  types: pg.CustomTypesConfig;
  watch: AnswerWatch;
  /** Statements are prepared; else each is planned for its values (engine.ts). */
  keeps_plans: boolean;
  /** For all statements together: PostgreSQL sends no answer before the last statement is done. */
  timeout_ms: number;
  /** Called if the answers have not come in time. */
  onSilence: () => void;
};

/** The driver's own message; outage.ts classifies it. */
const TIMEOUT = 'Query read timeout';

/** Passed to `client.query`, which calls its handlers as PostgreSQL's messages arrive. */
export class StatementGroup extends pg.Query implements Unanswered {
  // The driver requires a callback; the statements have promises of their own.
  readonly callback = (): void => undefined;
  readonly timeout_ms: number;
  readonly #keeps_plans: boolean;
  readonly #onSilence: () => void;
  readonly #statements: readonly SqlStatement[];
  readonly #types: pg.CustomTypesConfig;
  readonly #watch: AnswerWatch;
  #connection: Connection | undefined;
  #current = 0;
  #rows: Row[] = [];
  #reader: Reader | undefined;
  #problem: unknown;

  constructor(
    statements: readonly SqlStatement[],
    { types, watch, keeps_plans, timeout_ms, onSilence }: GroupOptions,
  ) {
    // A text, because the driver copies an object property by property.
    super('group');
    this.#keeps_plans = keeps_plans;
    this.#onSilence = onSilence;
    this.timeout_ms = timeout_ms;
    this.#statements = statements;
    this.#types = types;
    this.#watch = watch;
  }

  override submit = (connection: pg.Connection): null => {
    const wire = connection as unknown as Connection;
    this.#connection = wire;
    this.#watch.begin(this);
    wire.stream.cork();
    try {
      for (const statement of this.#statements) send(wire, statement, this.#keeps_plans);
    } catch (error) {
      this.#problem = error;
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
    return null;
  };

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#reader = readerOf(fields, this.#types);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const reader = this.#readerOfCurrent();
    if (reader === undefined || this.#problem !== undefined) return;
    try {
      this.#rows.push(readRow(reader, fields));
    } catch (error) {
      this.#problem = error;
    }
  }

  handleCommandComplete(): void {
    const statement = this.#statements[this.#current];
    const connection = this.#connection;
    if (statement === undefined || connection === undefined) return;
    const { text, resolve } = statement;
    const name = preparedName(statement, this.#keeps_plans);
    if (name !== '') {
      connection.parsedStatements[name] = text;
      readersOf(connection).set(name, this.#reader ?? readersOf(connection).get(name) ?? NO_ROWS);
    }
    const rows = this.#rows;
    this.#rows = [];
    this.#reader = undefined;
    if (this.#problem !== undefined) return;
    this.#current += 1;
    resolve(rows);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  /** Also called if the connection breaks: every statement without an answer is rejected. */
  handleError(error: unknown): void {
    this.#watch.end(this);
    for (const { reject } of this.#statements.slice(this.#current)) reject(error);
    this.#current = this.#statements.length;
  }

  handleReadyForQuery(): void {
    this.#watch.end(this);
    if (this.#problem !== undefined) this.handleError(this.#problem);
  }

  /** The connection is closed too: a later query would receive this one's answer. */
  giveUp(): void {
    this.#onSilence();
    this.handleError(new Error(TIMEOUT));
    this.#connection?.stream.destroy();
  }

  isThere(): Promise<boolean> {
    const connection = this.#connection;
    return connection === undefined ? Promise.resolve(true) : isServerThere(connection.stream);
  }

  #readerOfCurrent(): Reader | undefined {
    const { name } = this.#statements[this.#current] ?? { name: '' };
    const connection = this.#connection;
    return this.#reader ?? (connection && readersOf(connection).get(name));
  }
}

const NO_ROWS: Reader = { names: [], parsers: [] };
