// Why a proof is not valid: a closed list of reasons, thrown inside the SDK and returned as values.
export class ProofError extends Error {
    problem;
    constructor(problem, detail) {
        super(detail);
        this.name = 'ProofError';
        this.problem = problem;
    }
}
/** Ends the check if a condition does not hold. */
export function demand(holds, problem, detail) {
    if (!holds)
        throw new ProofError(problem, detail);
}
