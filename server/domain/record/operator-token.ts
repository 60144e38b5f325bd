// Tokens of operators' programs, and of the feeds that give bank lines.
import type { OperatorRole, RightScope } from '../access/roles.ts';

/** The settings of a token that a person chooses. */
export type OperatorTokenTerms = {
  name: string;
  scopes: readonly RightScope[] | null;
  /** Addresses or CIDRs; empty means any. */
  allowed_ips: readonly string[];
  expires_at: number | null;
};

export type KnownOperatorToken = OperatorTokenTerms & {
  operator_token_id: string;
  role: OperatorRole;
  person_id: string | null;
  merchant_id: string | null;
  /** A person's own: its rights are theirs at each moment. */
  is_own: boolean;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
};

/** The settings of a feed that a person chooses. */
export type FeedTerms = {
  receiving_account_ids: readonly string[];
  /** Addresses or CIDRs; empty means any. */
  allowed_ips: readonly string[];
  expires_at: number | null;
  lines_per_hour: number;
  daily_cents: bigint;
};

export type FeedToken = FeedTerms & {
  operator_token_id: string;
  name: string;
  created_at: number;
  revoked_at: number | null;
};
