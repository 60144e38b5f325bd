// The sandbox's own calls: in live mode there is nothing at their addresses.
import type { CallOptions } from '../api/call-api.ts';
import { type BodyOf, type CallMerchant, withMerchant } from './inputs.ts';
import type { Sandbox, SandboxFault, Trade } from './schema.gen.ts';

export function sandboxOf(call: CallMerchant, own: string | undefined) {
  return {
    /** Its magic values, and what its simulated bank answers by itself. */
    show: (options?: CallOptions): Promise<Sandbox> =>
      call('showSandbox', { query: own === undefined ? {} : { merchant_id: own } }, options),
    /** Lets the simulated bank do something with an order: pay it, let it expire … */
    play: (play: BodyOf<'playOrder'>, options?: CallOptions): Promise<Trade> =>
      call('playOrder', { body: withMerchant(play, own) }, options),
    /** Asks for a fault, to see how your program copes with it. */
    fault: (fault: BodyOf<'setSandboxFault'>, options?: CallOptions): Promise<SandboxFault> =>
      call('setSandboxFault', { body: withMerchant(fault, own) }, options),
  };
}
