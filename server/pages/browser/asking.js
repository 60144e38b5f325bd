// Asks the service with a limit of time, and tells its pages from those of others on the way.

const ANSWER_MS = 20_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** What `read` makes of the answer; `null` where no whole answer came in time. */
export async function ask(url, request, read, within_ms = ANSWER_MS) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), within_ms);
  try {
    return await read(await fetch(url, { cache: 'no-store', signal: late.signal, ...request }));
  } catch (error) {
    // The network, or the end of our patience: whether what was sent arrived, nobody knows.
    if (error instanceof TypeError || error.name === 'AbortError') return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A whole page of a trade as `page`, an error page of the service by its `error`. A proxy's page, or
 * half of one, is neither: the last part of ours stands behind `main`.
 */
export function askPage(url, request, within_ms) {
  const read = async (response) => {
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    const { error } = fresh.querySelector('main')?.dataset ?? {};
    if (error !== undefined) return { error, page: fresh };
    const is_whole = fresh.querySelector('main[data-sequence]') && fresh.querySelector('#end');
    return is_whole ? { page: fresh } : null;
  };
  return ask(url, request, read, within_ms);
}

/** A pause that ends at once when the device is online again. */
function pause(wait_ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, wait_ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', wake, { once: true });
  });
}

/** The page as it is now, as soon as it can be had; null where nobody wants it any more. */
export async function untilPage(isWanted, onConnection) {
  for (let wait_ms = FIRST_WAIT_MS; ; wait_ms = Math.min(2 * wait_ms, LONGEST_WAIT_MS)) {
    const answer = await askPage(document.querySelector('main').dataset.pageUrl, {});
    if (!isWanted()) return null;
    const is_there = answer !== null && answer.error === undefined;
    onConnection(is_there);
    if (is_there) return answer.page;
    await pause(wait_ms);
    if (!isWanted()) return null;
  }
}
