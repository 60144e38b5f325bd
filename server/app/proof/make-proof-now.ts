// An operator requests the proof of the day that has ended, without waiting for the job.
import type { App } from '../process/app.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { makeProof } from './make-proof.ts';
import { summaryOf } from './show-proofs.ts';

export type MadeProofBody = {
  outcome: 'made' | 'found' | 'refused';
  /** Null if it was refused. */
  number: number | null;
  day: string | null;
  hash: string | null;
  problems: string[];
};

export const DAY_PROBLEMS_SHOWN = 100;

export async function makeProofNow(app: App, operator: OperatorCaller): Promise<MadeProofBody> {
  const made = await makeProof(app, operatorActor(operator));
  if (made.kind === 'refused') {
    const problems = made.problems.slice(0, DAY_PROBLEMS_SHOWN);
    return { outcome: 'refused', number: null, day: null, hash: null, problems };
  }
  const { number, day, hash } = summaryOf(made.proof);
  return { outcome: made.kind, number, day, hash, problems: [] };
}
