// Sends several workers the same question and waits for all answers, up to a time limit.

export type Asked = {
  readonly id: number;
  ask(question: number): void;
};

export type Questions = {
  /** Resolves when all have answered or ended, at the latest when the time limit is over. */
  askAll(workers: readonly Asked[], patience_ms: number): Promise<void>;
  answered(worker_id: number, question: number): void;
  gone(worker_id: number): void;
};

export function createQuestions(): Questions {
  const open = new Map<number, Map<number, () => void>>();
  let count = 0;
  return {
    async askAll(workers, patience_ms) {
      count += 1;
      const question = count;
      const answers = workers.map(({ id }) => ({ id, ...Promise.withResolvers<void>() }));
      open.set(question, new Map(answers.map(({ id, resolve }) => [id, resolve])));
      const timer = setTimeout(() => {
        for (const { resolve } of answers) resolve();
      }, patience_ms);
      for (const worker of workers) worker.ask(question);
      await Promise.all(answers.map(({ promise }) => promise));
      clearTimeout(timer);
      open.delete(question);
    },
    answered(worker_id, question) {
      open.get(question)?.get(worker_id)?.();
    },
    gone(worker_id) {
      for (const waiting of open.values()) waiting.get(worker_id)?.();
    },
  };
}
