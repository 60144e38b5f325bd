// Shared by the parts of the sandbox's seed: its merchants, and a check that nothing is refused.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { Caller } from '../request/caller.ts';

export type SeededMerchant = { caller: Caller; token: string };

/** One merchant with a balance in INR, one in USD. */
export type SeededMerchants = { rupees: SeededMerchant; dollars: SeededMerchant };

/** A refusal here is a bug of the seed. */
export function must<Value>(value: Value | Refusal): Exclude<Value, Refusal> {
  if (isRefusal(value)) throw new Error(`The sandbox's seed was refused: ${JSON.stringify(value)}`);
  return value as Exclude<Value, Refusal>;
}

export const rawFields = (fields: Record<string, unknown>) => ({ fields, errors: [] });
