// For an image's HEALTHCHECK: ends with 0 if the service in this container answers; with `readyz`
// behind it, if it is ready.
const [path = 'healthz'] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env.PORT ?? '8080'}/${path}`;
try {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  if (!ok) console.error(`${url} answered ${status}`);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(`${url} did not answer: ${error.message}`);
  process.exitCode = 1;
}
