// Checks entries of an exported audit trail against their hashes, without the service.
import { createHash } from 'node:crypto';
import { objectOf } from './show.ts';

function sortedText(detail: unknown): string {
  return JSON.stringify(detail, (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** What is wrong with an entry by itself: null, or a sentence. */
export function auditProblem(given: unknown): string | null {
  const { number, at, actor, action, target, detail, origin, hash, previous_hash } =
    objectOf(given);
  const { role, id } = objectOf(actor);
  const from = objectOf(origin);
  // The forms of server/store/access/audit-rows.ts.
  const text = JSON.stringify([
    ...[previous_hash, String(number), Date.parse(String(at)), role, id, action, target],
    sortedText(detail),
    ...(origin == null
      ? []
      : [[from.address, from.request_id, from.session_id, from.operator_token_id]]),
  ]);
  const computed = createHash('sha256').update(text).digest('hex');
  return computed === hash ? null : `entry ${String(number)} is not the one that was written`;
}

export type ChainReport = {
  entries: number;
  first: number | null;
  last: number | null;
  /** Places where entries are left out: by the filter of the export, or by somebody. */
  gaps: number;
  /** As the export says at its end; null if the file is cut off before it. */
  end: { entries: number; head_number: number; head_hash: string } | null;
  problems: string[];
};

const MOST_PROBLEMS = 20;

/** Takes the lines of an export one by one. */
export class ChainCheck {
  readonly report: ChainReport = {
    ...{ entries: 0, first: null, last: null, gaps: 0, end: null },
    problems: [],
  };
  #hash: unknown = null;

  take(line: unknown): void {
    const entry = objectOf(line);
    if (this.report.end !== null) this.#wrong('there are lines behind the end of the export');
    else if (entry.end !== undefined) this.#end(objectOf(entry.end));
    else this.#entry(entry);
  }

  #entry(entry: Readonly<Record<string, unknown>>): void {
    const { report } = this;
    const number = Number(entry.number);
    const problem = auditProblem(entry);
    if (problem !== null) this.#wrong(problem);
    if (report.last !== null && number <= report.last) {
      this.#wrong(`entry ${number} is not behind entry ${report.last}`);
    } else if (report.last !== null && number > report.last + 1) report.gaps += 1;
    else if (report.last !== null && entry.previous_hash !== this.#hash) {
      this.#wrong(`entry ${number} does not follow the one before it`);
    }
    report.first ??= number;
    report.last = number;
    report.entries += 1;
    this.#hash = entry.hash;
  }

  #end({ entries, head_number, head_hash }: Readonly<Record<string, unknown>>): void {
    const { report } = this;
    report.end = {
      entries: Number(entries),
      head_number: Number(head_number),
      head_hash: String(head_hash),
    };
    if (report.end.entries !== report.entries) {
      this.#wrong(`the export has ${report.end.entries} entries, the file ${report.entries}`);
    }
    if (report.last === report.end.head_number && this.#hash !== head_hash) {
      this.#wrong(`entry ${report.last} has another hash than the head of the trail`);
    }
  }

  #wrong(problem: string): void {
    const { problems } = this.report;
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  }

  done(): ChainReport {
    if (this.report.end === null) this.#wrong('the file is cut off: its last line is missing');
    return this.report;
  }
}
