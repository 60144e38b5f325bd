// Notes how many lines of each statement of an import are taken, at most once a second.
import { type ImportProgress, writeProgress } from '../../store/line/statement-progress.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';

const PERIOD_MS = 1_000;

type Counted = { readonly statement_id: string; readonly of: number; taken: number };

export class ProgressNotes {
  readonly #app: App;
  readonly #counts = new Map<string, Counted>();
  /** Statements whose count has changed since it was last written. */
  readonly #changed = new Set<Counted>();
  #written_at = Number.NEGATIVE_INFINITY;

  /** A file may contain a statement twice under one id; then its lines add up. */
  constructor(app: App, parts: readonly { statement_id: string; rows: { count: number } }[]) {
    this.#app = app;
    for (const { statement_id, rows } of parts) {
      const before = this.#counts.get(statement_id)?.of ?? 0;
      const counted = { statement_id, of: before + rows.count, taken: 0 };
      this.#counts.set(statement_id, counted);
    }
    // Statements without lines are complete.
    for (const counted of this.#counts.values()) this.#changed.add(counted);
  }

  add(statement_id: string | null): void {
    const counted = this.#counts.get(statement_id ?? '');
    if (counted === undefined) return;
    counted.taken += 1;
    this.#changed.add(counted);
  }

  async write(): Promise<void> {
    if (performance.now() - this.#written_at >= PERIOD_MS) await this.#writeNow();
  }

  /** After the last line. */
  async end(): Promise<void> {
    await this.#writeNow();
  }

  async #writeNow(): Promise<void> {
    const progress = [...this.#changed].map(
      ({ statement_id, of, taken }): ImportProgress => ({
        statement_id,
        taken_lines: taken,
        is_complete: taken >= of,
      }),
    );
    this.#changed.clear();
    await writeProgress(this.#app.store.db, progress, serviceTime(this.#app));
    this.#written_at = performance.now();
  }
}
