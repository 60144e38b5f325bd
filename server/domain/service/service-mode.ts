// The mode of a service and of its database: sandbox data never mix with real money.

export const SERVICE_MODES = ['sandbox', 'live'] as const;
export type ServiceMode = (typeof SERVICE_MODES)[number];

const WRONG_DATABASE: Readonly<Record<ServiceMode, string>> = {
  live:
    'MODE=live does not start on this database: it is a sandbox’s, whose demo data, tokens and ' +
    'simulated accounts must not meet real money. Set DATABASE_URL or DATA_DIR to another one, ' +
    'or MODE=sandbox.',
  sandbox:
    'MODE=sandbox does not start on this database: it is a live one. Set DATABASE_URL or ' +
    'DATA_DIR to another one, or MODE=live.',
};

/** What the operator is told if the database belongs to the other mode. */
export const wrongDatabase = (asked: ServiceMode): string => WRONG_DATABASE[asked];
