// Loaded into each test file's process: ends one that hangs, with its name and with what it waits
// for, so that the run goes on and fails by that name.

const LIMIT_SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 900);

const limit = setTimeout(() => {
  const held = [...new Set(process.getActiveResourcesInfo())].join(', ');
  console.error(
    `${process.argv[1]} has not ended after ${LIMIT_SECONDS} s and is ended. It waits for: ${held}.`,
  );
  process.exit(1);
}, LIMIT_SECONDS * 1_000);
limit.unref();
