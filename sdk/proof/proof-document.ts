// The daily proof as the service sends it: what is signed or hashed is text, to be used exactly as
// it is.

/**
 * A key as `GET /api/v1/proof_keys` lists it; you must know from elsewhere that it is the
 * service's.
 */
export type TrustedKey = {
  /** 32 bytes, base64url. */
  public_key: string;
  /** From then on it signed nothing; absent or null: it has not ended. */
  ended_at?: string | null;
};

/** A step from a leaf to the root: the hash to join with, and on which side it goes. */
export type PathStep = { side: 'left' | 'right'; hash: string };

type Signed = {
  /** The signed text: JSON of a ProofStatement. */
  statement: string;
  /** Ed25519 over the statement, base64url. */
  signature: string;
  /** According to the document; check with a key that you got in another way. */
  public_key: string;
};

/** `GET /api/v1/merchant/proofs/{merchant_id}/{day}`: one book, and its path to the root. */
export type OwnProof = Signed & {
  /** The text of the book's own leaf: JSON of a ProofHead. */
  leaf: string;
  path: readonly PathStep[];
};

/** What an operator can show an auditor: every leaf, the totals first. */
export type WholeProof = Signed & { leaves: readonly string[] };

export type ProofDocument = OwnProof | WholeProof;

export type ProofStatement = {
  number: number;
  /** The UTC day that had ended: `2026-11-20`. */
  day: string;
  taken_at: string;
  /** The hash over all leaves. */
  root: string;
  /** SHA-256 of the statement before; 64 zeros for the first. */
  previous_hash: string;
  key_id: number;
};

/** Amounts in minor units, as text, because sums may exceed what JSON numbers hold exactly. */
export type ProofBalance = { account: string; currency: string; balance_cents: string };

/** The end of a book's chain of entries, and the balances of its accounts. */
export type ProofHead = {
  /** A merchant's id, or `house`. */
  book: string;
  number: number;
  hash: string;
  balances: readonly ProofBalance[];
};

/** The sums over all books, by kind of account. */
export type ProofTotals = {
  books: number;
  entries: number;
  balances: readonly ProofBalance[];
  audit: { number: number; hash: string };
};

/** `GET /api/v1/merchant/entries/{merchant_id}`: one entry of the merchant's own book. */
export type ProofEntry = {
  book: string;
  number: number;
  act: string;
  trade_id: string | null;
  bank_line_id: string | null;
  adjustment_id: string | null;
  postings: readonly { account: string; currency: string; amount_cents: number }[];
  entered_at: string;
  hash: string;
};
