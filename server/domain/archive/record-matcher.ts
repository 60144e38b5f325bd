// Pairs the records of an archive with those that the database has of the same month now, whatever
// order they come in, and counts what differs.

export type RecordSide = 'file' | 'database';

export type RecordCounts = {
  same: number;
  changed: number;
  only_in_file: number;
  only_in_database: number;
};

/** Names of records that differ; all of them are counted. */
const MOST_NAMED = 20;

/**
 * A record's content as text: fields by name, and none that is null, because a later release may
 * have columns that an older file lacks.
 */
export function archivedContent(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    const fields = Object.entries(part).filter(([, field]) => field !== null);
    return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export class RecordMatcher {
  readonly #waiting: Readonly<Record<RecordSide, Map<string, string>>> = {
    file: new Map(),
    database: new Map(),
  };
  #same = 0;
  readonly #changed: string[] = [];

  /** How many have not met their like yet: few, if both sides have the same order. */
  get waiting(): number {
    return this.#waiting.file.size + this.#waiting.database.size;
  }

  take(side: RecordSide, key: string, content: string): void {
    const others = this.#waiting[side === 'file' ? 'database' : 'file'];
    const other = others.get(key);
    if (other === undefined) {
      // Twice on one side: whichever it is, it is not the one record of the other.
      if (this.#waiting[side].has(key)) this.#changed.push(key);
      this.#waiting[side].set(key, content);
      return;
    }
    others.delete(key);
    if (other === content) this.#same += 1;
    else this.#changed.push(key);
  }

  counts(): RecordCounts {
    return {
      same: this.#same,
      changed: this.#changed.length,
      only_in_file: this.#waiting.file.size,
      only_in_database: this.#waiting.database.size,
    };
  }

  /** The first of those that differ, and how. */
  named(): string[] {
    const named = [
      ...this.#changed.map((key) => `${key} has changed`),
      ...[...this.#waiting.file.keys()].map((key) => `${key} is only in the file`),
      ...[...this.#waiting.database.keys()].map((key) => `${key} is only in the database`),
    ];
    return named.slice(0, MOST_NAMED);
  }
}
