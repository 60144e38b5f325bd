import type { CallApi, CallOptions } from './call-api.ts';
import { type BodyOf } from './inputs.ts';
import type { Sandbox, SandboxFault, Trade } from './schema.gen.ts';
export declare function sandboxOf(call: CallApi, own: string | undefined): {
    /** Its magic values, and what its simulated bank answers by itself. */
    show: (options?: CallOptions) => Promise<Sandbox>;
    /** Lets the simulated bank do something with an order: pay it, let it expire … */
    play: (play: BodyOf<'playOrder'>, options?: CallOptions) => Promise<Trade>;
    /** Asks for a fault, to see how your program copes with it. */
    fault: (fault: BodyOf<'setSandboxFault'>, options?: CallOptions) => Promise<SandboxFault>;
};
