// Whom the sandbox's demo and its simulated bank act as: operators without a token, so that only
// the program knows their names.

import { idFrom } from '../process/ids.ts';
import type { OperatorCaller } from './caller.ts';

const ownActor = (text: string, name: string) => ({
  person_id: null,
  operator_token_id: idFrom(`operator-token/${text}`),
  session_id: null,
  name,
  scopes: null,
  merchant_id: null,
  confirmed_at: null,
  origin: null,
});

export const SEEDER: OperatorCaller = {
  ...ownActor('sandbox-seed', 'Sandbox demo'),
  role: 'owner',
};

export const BANK_OF_SANDBOX: OperatorCaller = {
  ...ownActor('simulated-bank', 'Simulated bank'),
  role: 'operator',
};

/** By the ids that entries, acts and proposals name. */
export const OWN_ACTORS: ReadonlyMap<string, string> = new Map(
  [SEEDER, BANK_OF_SANDBOX].map(({ operator_token_id, name }) => [operator_token_id ?? '', name]),
);
