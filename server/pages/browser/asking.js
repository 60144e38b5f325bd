// Requests with a time limit; tells the service's pages from those of others on the way, such as
// proxies.

const ANSWER_MS = 20000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30000;

/** What `read` makes of the answer; `null` if no complete answer came in time. */
export async function ask(url, request, read, within_ms = ANSWER_MS) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), within_ms);
  try {
    return await read(await fetch(url, { cache: 'no-store', signal: late.signal, ...request }));
  } catch (error) {
    // A network error or the time limit: nobody knows whether what was sent arrived.
    if (error instanceof TypeError || error.name === 'AbortError') return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `page` if it is a complete page of a trade, `error` if it is an error page of the service. A
 * proxy's page, or a page cut off, is neither: the last part of ours comes after `main`.
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

/** A pause that ends early when the device is online again. */
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

/**
 * The present page, as soon as it can be loaded; null if `isWanted` says it is no longer needed.
 */
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
