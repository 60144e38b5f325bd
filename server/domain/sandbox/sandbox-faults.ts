// The faults that a developer can ask the sandbox for, so that their program meets them on purpose.

export const SANDBOX_FAULTS = {
  api_unavailable: 'The next requests with this token are answered with 503 `unavailable`.',
  callbacks_fail:
    'The next attempts to deliver callbacks of this merchant fail, without being sent.',
} as const;
export type SandboxFault = keyof typeof SANDBOX_FAULTS;

export const SANDBOX_FAULT_NAMES = Object.keys(SANDBOX_FAULTS) as readonly SandboxFault[];

/** More than anybody needs, so that a typing error does not end the sandbox for good. */
export const FAULT_TIMES_MAX = 1_000;
