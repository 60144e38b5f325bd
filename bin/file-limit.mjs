// Ends a test file that hangs, with its name and with what it waits for, so that the run goes on
// and fails by that name.

const LIMIT_SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 900);

/** The result ends the limit. */
export function startLimit(name) {
  const limit = setTimeout(() => {
    const held = [...new Set(process.getActiveResourcesInfo())].join(', ');
    console.error(
      `${name} has not ended after ${LIMIT_SECONDS} s and is ended. It waits for: ${held}.`,
    );
    process.exit(1);
  }, LIMIT_SECONDS * 1_000);
  limit.unref();
  return () => clearTimeout(limit);
}
