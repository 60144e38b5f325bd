// Keeps an open payment page up to date: loads changes, counts down the last minutes, copies,
// returns to the shop. The page is complete without it, and contains all texts. All parts of the
// script keep to what Chrome 88, Safari 14.1 and Firefox 78 have: the language of 2020.

const LAST_MINUTES_S = 180;

const main = () => document.querySelector('main');
const announcer = document.getElementById('announcer');
let return_timer;
let ends_at = null;
let answers = 0;
let forms;

function prepare() {
  keepTime(document.querySelector('[data-seconds-left]')?.dataset.secondsLeft);
  planReturn();
}

/** From the server's seconds and the monotonic clock, because the device's clock may be wrong. */
function keepTime(seconds) {
  ends_at = seconds === undefined || seconds === null ? null : performance.now() + seconds * 1000;
  showCountdown();
}

function showCountdown() {
  const countdown = document.getElementById('countdown');
  if (countdown === null || ends_at === null) return;
  const left = Math.max(0, Math.ceil((ends_at - performance.now()) / 1000));
  const is_shown = left <= LAST_MINUTES_S && left > 0;
  // Read out once, not every second; the seconds are only for the eye.
  if (is_shown && countdown.hidden) announce(document.getElementById('time-left').textContent);
  countdown.hidden = !is_shown;
  const seconds = String(left % 60).padStart(2, '0');
  countdown.textContent = `${Math.floor(left / 60)}:${seconds}`;
}

/** Where and how often to ask; 0 s: nothing more will change. */
function place() {
  const { liveUrl, statusUrl, pollSeconds = '0' } = main()?.dataset ?? {};
  return { liveUrl, statusUrl, everySeconds: Number(pollSeconds) };
}

function update(status) {
  if (String(status.sequence) !== main().dataset.sequence) return swap();
  const words = document.getElementById('time-left');
  if (words !== null && status.time_left !== null && words.textContent !== status.time_left) {
    words.textContent = status.time_left;
  }
  return keepTime(status.seconds_left);
}

/** An answer that was under way when the connection went does not bring it back. */
function showConnection(is_there) {
  const notice = document.getElementById('connection-lost');
  if (notice !== null) notice.hidden = is_there && navigator.onLine;
}

/** Loads the present page and keeps what the customer is typing. */
async function swap() {
  const before = answers;
  const answer = await askPage(main().dataset.pageUrl, {});
  if (answer === null || answer.error !== undefined) throw new Error('no page of the service');
  const fresh = answer.page;
  const next = fresh.querySelector('main');
  // A form was answered meanwhile: the page just loaded may be older than its answer.
  if (answers !== before) return swap();
  const exchange = () =>
    answers === before ? put(document.adoptNode(next), fresh.title) : void swap();
  if (document.startViewTransition === undefined) return exchange();
  const transition = document.startViewTransition(exchange);
  // The next change ends this animation early, which the browser reports as an error.
  transition.ready.catch(() => undefined);
  await transition.updateCallbackDone;
}

/** Times get their final text before anything is read out. */
function replaceMain(next, title) {
  main().replaceWith(next);
  document.title = title;
  showTimes();
}

function put(next, title) {
  const focused = main().contains(document.activeElement) ? document.activeElement : null;
  keepTyped(main(), next);
  replaceMain(next, title);
  // Focus and scrolling stay where they are, or go to what is new, rather than to the top.
  const heading = document.querySelector('h1');
  const same = focused?.id ? document.getElementById(focused.id) : null;
  if (focused !== null) (same || heading).focus();
  announce(heading.textContent);
  forms.show();
  prepare();
}

/** Takes the page that answers a form: it contains what was entered, if that was wrong. */
function takeAnswer(fresh, form, entered) {
  const { id } = form.querySelector('textarea') ?? {};
  const typed = id === undefined ? undefined : document.getElementById(id)?.value;
  // A correction begun before the answer came.
  const since = typed !== entered ? typed : undefined;
  const next = fresh.querySelector('main');
  answers += 1;
  const is_evidence = form.closest('.evidence') !== null;
  const before = document.querySelector('h1').textContent;
  keepTyped(main(), next, form);
  replaceMain(document.adoptNode(next), fresh.title);
  const field = since === undefined ? null : document.getElementById(id);
  if (field !== null) field.value = since;
  const heading = document.querySelector('h1');
  const wrong = document.querySelector('main .error:not([hidden])');
  // If the state is the same, only say that the form arrived.
  const is_same = is_evidence && wrong === null && heading.textContent === before;
  const arrived = is_same ? document.querySelector('.given li:last-child, .evidence .note') : null;
  const summary = arrived === null ? null : document.querySelector('.evidence summary');
  (document.querySelector('main [autofocus]') ?? summary ?? heading).focus();
  announce((wrong ?? arrived ?? heading).textContent);
  forms.show();
  prepare();
}

function planReturn() {
  stay();
  const notice = document.querySelector('[data-return-seconds]');
  const link = document.querySelector('a[data-return]');
  if (notice === null || link === null || !/^https?:$/.test(link.protocol)) return;
  // It says what is not settled yet, or what the payer should keep.
  if (document.querySelector('.send-note') !== null) return;
  notice.classList.remove('stopped');
  const wait_ms = Number(notice.dataset.returnSeconds) * 1000;
  return_timer = setTimeout(() => location.assign(link.href), wait_ms);
}

function stay() {
  clearTimeout(return_timer);
  const notice = document.querySelector('[data-return-seconds]');
  // It keeps its space: a button must not move away while it is being pressed.
  notice?.classList.add('stopped');
}

/** What became of a form: whoever has to read it stays. */
function say(text) {
  stay();
  announce(text);
}

/** For screen readers only, unless it is `shown`. */
function announce(text, look = '') {
  announcer.textContent = text;
  announcer.className = look;
}

/**
 * The answer to a refused form has the form's address: a reload must show the page, not send again.
 */
function takeAddress() {
  const { pageUrl } = main()?.dataset ?? {};
  if (pageUrl !== undefined && pageUrl !== location.pathname)
    history.replaceState(null, '', pageUrl);
}

const NO_APP_MS = 2500;

/** An app that opens hides the page; if it is still in front, none has. */
function watchApp(place) {
  setTimeout(() => {
    const words = place.querySelector('.no-app');
    if (document.hidden || !document.hasFocus() || !words.hidden) return;
    words.hidden = false;
    announce(words.textContent);
  }, NO_APP_MS);
}

function begin() {
  document.addEventListener('click', (event) => {
    const button = event.target.closest?.('[data-copy]');
    if (button) void copy(button, announce);
    if (event.target.closest?.('[data-print]')) print();
    const app = event.target.closest?.('.open-app a');
    if (app) watchApp(app.parentElement.closest('.open-app'));
  });
  // Any action shows that the customer is not finished with the page.
  document.addEventListener('pointerdown', stay);
  document.addEventListener('keydown', stay);
  setInterval(showCountdown, 1000);
  takeAddress();
  showTimes();
  prepare();
  closeLanguageMenu();
  forms = sendForms({ onAnswer: takeAnswer, onConnection: showConnection, say });
  keepLive({ place, onStatus: update, onConnection: showConnection });
  keepDrafts(forms);
  // Last: until everything works, the page shows what works without a script.
  document.documentElement.classList.add('has-script');
}

// A page cut off shows only the request to load it again.
if (document.getElementById('end') !== null) begin();
