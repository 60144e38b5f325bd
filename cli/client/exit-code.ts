// The exit codes: scripts rely on them, so they never change.

export const EXIT = { ok: 0, failed: 1, usage: 2, unreachable: 3, waits: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP = `Exit codes:
  ${EXIT.ok}  done
  ${EXIT.failed}  refused or failed: the message says why
  ${EXIT.usage}  wrong usage or settings
  ${EXIT.unreachable}  the service is not reachable, or not available for the moment
  ${EXIT.waits}  not done yet: a second person has to approve it`;
