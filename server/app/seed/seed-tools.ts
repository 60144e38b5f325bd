// Shared by the parts of the sandbox's seed: its actors, and a check that nothing is refused.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { idFrom } from '../process/ids.ts';
import type { Caller, OperatorCaller } from '../request/caller.ts';

export type SeededMerchant = { caller: Caller; token: string };

/** One merchant with a balance in INR, one in USD. */
export type SeededMerchants = { rupees: SeededMerchant; dollars: SeededMerchant };

export const SEEDER: OperatorCaller = {
  person_id: null,
  operator_token_id: idFrom('operator-token/sandbox-seed'),
  session_id: null,
  name: 'sandbox seed',
  role: 'owner',
  scopes: null,
  merchant_id: null,
  confirmed_at: null,
  origin: null,
};

/** A refusal here is a bug of the seed. */
export function must<Value>(value: Value | Refusal): Exclude<Value, Refusal> {
  if (isRefusal(value)) throw new Error(`The sandbox's seed was refused: ${JSON.stringify(value)}`);
  return value as Exclude<Value, Refusal>;
}

export const rawFields = (fields: Record<string, unknown>) => ({ fields, errors: [] });
