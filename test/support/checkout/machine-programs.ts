// Programs that a machine may have or not, such as other languages and shells.
import { ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** The build server names those that it has installed, so that a missing one fails there. */
const REQUIRED = (process.env.TEST_PROGRAMS ?? '').split(',');

const isInstalled = (program: string) =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** `name` says what is tried under them; if one is missing a test says that it was not. */
export function testUnder(
  programs: string | readonly string[],
  name: string,
  work: () => Promise<void>,
): void {
  const missing = [programs].flat().find((program) => !isInstalled(program));
  if (missing === undefined) {
    test(name, work);
    return;
  }
  test(`NOT RUN, ${missing} is not installed here: ${name}`, () => {
    ok(!REQUIRED.includes(missing), `${missing} is missing`);
    process.emitWarning(`NOT RUN: ${name}, as ${missing} is not installed`);
  });
}
