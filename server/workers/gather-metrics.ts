// Combines the metrics of all processes into one answer for the whole service.
import { keepCounts, type Rendered, renderSnapshots, type Snapshot } from '../programs/metrics.ts';
import { type Asked, createQuestions } from './ask-all.ts';

export type Gathering = {
  /** For a worker that does not answer, its last metrics count. */
  render(workers: readonly Asked[]): Promise<Rendered>;
  answered(worker_id: number, question: number, snapshot: Snapshot): void;
  /** Keeps the last counters of a worker that has ended: a sum must not fall. */
  gone(worker_id: number): void;
};

const PATIENCE_MS = 2_000;

export function createGathering(
  own: () => Promise<Snapshot>,
  patience_ms: number = PATIENCE_MS,
): Gathering {
  const questions = createQuestions();
  const latest = new Map<number, Snapshot>();
  let departed: Promise<Snapshot> = Promise.resolve([]);
  return {
    async render(workers) {
      await questions.askAll(workers, patience_ms);
      return await renderSnapshots([await departed, await own(), ...latest.values()]);
    },
    answered(worker_id, question, snapshot) {
      latest.set(worker_id, snapshot);
      questions.answered(worker_id, question);
    },
    gone(worker_id) {
      questions.gone(worker_id);
      const snapshot = latest.get(worker_id);
      if (snapshot === undefined) return;
      latest.delete(worker_id);
      departed = departed.then((before) => keepCounts([before, snapshot]));
    },
  };
}
