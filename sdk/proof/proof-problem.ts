// Why a proof is not valid: a closed list of reasons, thrown inside the SDK and returned as values.

export type ProofProblem =
  /** It does not have the form of a proof. */
  | 'malformed'
  /** The document names another key than the given ones. */
  | 'other_key'
  /** It was signed after its key had ended. */
  | 'ended_key'
  /** The signature is not the key's signature of the statement. */
  | 'signature'
  /** The leaf is not part of the signed tree. */
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

/** Ends the check if a condition does not hold. */
export function demand(holds: boolean, problem: ProofProblem, detail: string): asserts holds {
  if (!holds) throw new ProofError(problem, detail);
}
