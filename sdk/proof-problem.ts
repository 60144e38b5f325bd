// Why a proof does not hold: a closed list of reasons, thrown inside and told as a value outside.

export type ProofProblem =
  /** It is no proof of this form. */
  | 'malformed'
  /** The document names another key than those that it is checked with. */
  | 'other_key'
  /** It says that it was signed after its key had ended. */
  | 'ended_key'
  /** The statement is not what the key has signed. */
  | 'signature'
  /** The leaf is not under the signed root. */
  | 'not_included'
  /** The totals are not the sums of the books. */
  | 'totals'
  /** It contradicts the earlier document. */
  | 'earlier'
  /** The entries do not lead to the signed head. */
  | 'chain'
  /** An entry does not sum to zero. */
  | 'unbalanced'
  /** The entries do not sum to the signed balances. */
  | 'balances';

export class ProofError extends Error {
  readonly problem: ProofProblem;

  constructor(problem: ProofProblem, detail: string) {
    super(detail);
    this.name = 'ProofError';
    this.problem = problem;
  }
}

/** Ends the check where something does not hold. */
export function demand(holds: boolean, problem: ProofProblem, detail: string): asserts holds {
  if (!holds) throw new ProofError(problem, detail);
}
