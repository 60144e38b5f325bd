// What people and the clock do with a dispute, besides opening and deciding it.
import type { MessageStep } from './dispute-message.ts';
import type { DisputeParty } from './dispute-record.ts';

export type DisputeStep =
  | MessageStep
  | { act: 'ask'; party: DisputeParty; deadline_at: number | null }
  /** Null: nobody. */
  | { act: 'assign'; to: string | null }
  | { act: 'mark_overdue' }
  /** The merchant bears the contested amount. */
  | { act: 'accept' }
  /** The party that opened it takes it back. */
  | { act: 'withdraw' }
  | { act: 'appeal' }
  /** Carries out the outcome, if that waited for an appeal. */
  | { act: 'close' };
