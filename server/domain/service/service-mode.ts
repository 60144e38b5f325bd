// The mode of a service and of its database: sandbox data never mix with real money.

export const SERVICE_MODES = ['sandbox', 'live'] as const;
export type ServiceMode = (typeof SERVICE_MODES)[number];

export type DatabaseFacts = {
  /** The mode recorded in the database; null before any start has recorded it. */
  recorded: ServiceMode | null;
  /** Demo data, simulated accounts or batches of the simulated bank, which only sandboxes have. */
  has_sandbox_data: boolean;
  /** No merchants, receiving accounts or tokens. */
  is_empty: boolean;
};

/** `problem` tells the operator what to do. */
export type ModeDecision = { mode: ServiceMode } | { problem: string };

const WRONG_DATABASE: Readonly<Record<ServiceMode, string>> = {
  live:
    'MODE=live does not start on this database: it is a sandbox’s, whose demo data, tokens and ' +
    'simulated accounts must not meet real money. Set DATABASE_URL or DATA_DIR to another one, ' +
    'or MODE=sandbox.',
  sandbox:
    'MODE=sandbox does not start on this database: it is a live one. Set DATABASE_URL or ' +
    'DATA_DIR to another one, or MODE=live.',
};

const UNKNOWN_MODE =
  'The database is of an older version, which did not note its mode, and it is not empty. Start ' +
  'once with DATABASE_MODE=live if it holds real money, with DATABASE_MODE=sandbox if it does not.';

export const wrongDatabase = (asked: ServiceMode): string => WRONG_DATABASE[asked];

function modeOf(
  { recorded, has_sandbox_data, is_empty }: DatabaseFacts,
  asked: ServiceMode,
  said: ServiceMode | undefined,
): ServiceMode | undefined {
  if (recorded !== null) return recorded;
  if (has_sandbox_data) return 'sandbox';
  return is_empty ? asked : said;
}

/**
 * `said` is the operator's setting for a database without a recorded mode; evidence overrides it.
 */
export function decideMode(
  facts: DatabaseFacts,
  asked: ServiceMode,
  said: ServiceMode | undefined,
): ModeDecision {
  const mode = modeOf(facts, asked, said);
  if (mode === undefined) return { problem: UNKNOWN_MODE };
  return mode === asked ? { mode } : { problem: wrongDatabase(asked) };
}
