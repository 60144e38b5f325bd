// Keeps an open page up to date: by a stream of changes, or by polling if there is no stream.

/** The service sends a heartbeat every 25 s: after this long the connection is dead. */
const SILENT_MS = 60000;
/** If nothing came by then, a proxy buffers the stream and would never pass it on. */
const FIRST_WORD_MS = 8000;
const NO_STREAM_MS = 60000;
const MOST_WAIT_S = 30;

/**
 * `place()` returns where and how often to ask for the present page; `onStatus` receives each
 * status, and throws if it could not act on it; `onConnection` hears whether the service can be
 * reached.
 */
export function keepLive({ place, onStatus, onConnection }) {
  let source = null;
  let watchdog;
  let poll_timer;
  let failures = 0;
  let losses = 0;
  let no_stream_until = 0;
  let taking = Promise.resolve();

  const close = () => {
    clearTimeout(watchdog);
    source?.close();
    source = null;
  };
  const stop = () => {
    close();
    clearTimeout(poll_timer);
  };
  const ended = () => {
    close();
    no_stream_until = performance.now() + NO_STREAM_MS * (0.5 + Math.random());
  };

  const canStream = () => 'EventSource' in window && performance.now() >= no_stream_until;

  /** One after the other, so that the page is not replaced twice at once. */
  const take = (status) => {
    taking = taking
      .then(() => onStatus(status))
      .then(
        () => {
          failures = 0;
          onConnection(true);
          if (place().everySeconds === 0) stop();
        },
        () => {
          failures += 1;
          onConnection(false);
          planPoll();
        },
      );
    return taking;
  };

  function planPoll() {
    clearTimeout(poll_timer);
    const { everySeconds } = place();
    if (everySeconds === 0 || document.hidden) return;
    const wait_s = Math.min(MOST_WAIT_S, everySeconds * 2 ** failures);
    poll_timer = setTimeout(poll, wait_s * 1000);
  }

  async function poll() {
    // An answer from anybody else than the service is no status.
    const read = (response) => (response.ok ? response.json().catch(() => null) : null);
    const status = await ask(place().statusUrl, {}, read);
    if (status?.sequence !== undefined) await take(status);
    else {
      // The network or the service is unavailable: poll again, less often.
      failures += 1;
      onConnection(false);
    }
    if (failures === 0 && source !== null) return;
    if (failures === 0 && canStream()) start();
    else planPoll();
  }

  function listen(url) {
    const own = new EventSource(url);
    source = own;
    const expectWithin = (wait_ms) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => {
        ended();
        void poll();
      }, wait_ms);
    };
    expectWithin(FIRST_WORD_MS);
    own.addEventListener('trade', (event) => {
      clearTimeout(poll_timer);
      losses = 0;
      expectWithin(SILENT_MS);
      void take(JSON.parse(event.data));
    });
    own.addEventListener('error', () => {
      if (own !== source) return;
      // The browser reconnects by itself, unless it was refused: then the page polls. A restarted
      // service is back at the first attempt; a longer outage is shown.
      losses += 1;
      if (losses > 1) onConnection(false);
      if (own.readyState !== EventSource.CLOSED) return;
      ended();
      planPoll();
    });
  }

  function start() {
    stop();
    const { liveUrl, everySeconds } = place();
    if (document.hidden || everySeconds === 0) return;
    if (canStream()) listen(liveUrl);
    else void poll();
  }

  // A hidden page closes its stream: browsers and the service have a limited number of connections.
  document.addEventListener('visibilitychange', start);
  window.addEventListener('online', () => {
    // Nothing more is asked for a page that is final, so no answer can show the connection.
    if (place().everySeconds === 0) onConnection(true);
    start();
  });
  window.addEventListener('offline', () => onConnection(false));
  start();
}
