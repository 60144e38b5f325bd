// Keeps an open payment page current: asks for changes, shows the last minutes, copies, returns.
// The page is complete without it; all texts come with the page.

const LAST_MINUTES_S = 180;
const COPIED_MS = 2_000;
const MOST_WAIT_S = 30;

const main = () => document.querySelector('main');
const announcer = document.getElementById('announcer');
let poll_timer;
let return_timer;
let ends_at = null;
let failures = 0;
let is_asking = false;

function prepare() {
  for (const part of document.querySelectorAll('[data-needs-script]')) part.hidden = false;
  for (const part of document.querySelectorAll('[data-without-script]')) part.hidden = true;
  keepTime(document.querySelector('[data-seconds-left]')?.dataset.secondsLeft);
  planReturn();
  planPoll();
}

/** From the server's seconds and a clock that cannot be set, whatever the device thinks it is. */
function keepTime(seconds) {
  ends_at = seconds === undefined || seconds === null ? null : performance.now() + seconds * 1000;
  showCountdown();
}

function showCountdown() {
  const countdown = document.getElementById('countdown');
  if (countdown === null || ends_at === null) return;
  const left = Math.max(0, Math.ceil((ends_at - performance.now()) / 1000));
  countdown.hidden = left > LAST_MINUTES_S || left === 0;
  const seconds = String(left % 60).padStart(2, '0');
  countdown.textContent = `${Math.floor(left / 60)}:${seconds}`;
}

function planPoll() {
  clearTimeout(poll_timer);
  const every_s = Number(main()?.dataset.pollSeconds ?? 0);
  if (every_s === 0) return;
  const wait_s = Math.min(MOST_WAIT_S, every_s * 2 ** failures);
  poll_timer = setTimeout(() => void poll(), wait_s * 1000);
}

async function poll() {
  if (!document.hidden && !is_asking) {
    is_asking = true;
    try {
      await update();
      failures = 0;
    } catch {
      // The network or the service is away: asked again, less often.
      failures += 1;
    }
    is_asking = false;
  }
  planPoll();
}

async function update() {
  const { statusUrl, sequence } = main().dataset;
  const response = await fetch(statusUrl, { cache: 'no-store', credentials: 'same-origin' });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const status = await response.json();
  if (String(status.sequence) !== sequence) return swap();
  const words = document.getElementById('time-left');
  if (words !== null && status.time_left !== null && words.textContent !== status.time_left) {
    words.textContent = status.time_left;
  }
  keepTime(status.seconds_left);
}

/** Takes the page as it is now, and keeps what the customer is typing. */
async function swap() {
  const response = await fetch(main().dataset.pageUrl, { cache: 'no-store' });
  if (!response.ok) throw new Error(`page ${response.status}`);
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = fresh.querySelector('main[data-sequence]');
  if (next === null) throw new Error('page without content');
  const typed = document.getElementById('utr');
  const had_focus = document.activeElement === typed && typed !== null;
  main().replaceWith(document.adoptNode(next));
  document.title = fresh.title;
  const field = document.getElementById('utr');
  if (field !== null && typed !== null) {
    field.value = typed.value;
    if (had_focus) field.focus();
  }
  announcer.textContent = document.querySelector('h1').textContent;
  prepare();
}

function planReturn() {
  stay();
  const notice = document.querySelector('[data-return-seconds]');
  const link = document.querySelector('a[data-return]');
  if (notice === null || link === null || !/^https?:$/.test(link.protocol)) return;
  notice.hidden = false;
  const wait_ms = Number(notice.dataset.returnSeconds) * 1000;
  return_timer = setTimeout(() => location.assign(link.href), wait_ms);
}

function stay() {
  clearTimeout(return_timer);
  const notice = document.querySelector('[data-return-seconds]');
  if (notice !== null) notice.hidden = true;
}

/** Without https there is no clipboard, and browsers may deny it: the old way works from a click. */
async function copy(button) {
  const text = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyFromField(text, button);
  }
  const label = button.firstChild;
  const before = label.textContent;
  if (before === button.dataset.copied) return;
  label.textContent = button.dataset.copied;
  announcer.textContent = button.textContent;
  setTimeout(() => {
    label.textContent = before;
    announcer.textContent = '';
  }, COPIED_MS);
}

function copyFromField(text, button) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  button.focus();
}

document.addEventListener('click', (event) => {
  const button = event.target.closest?.('[data-copy]');
  if (button) void copy(button);
});
// Whoever does something here has not finished with the page.
document.addEventListener('pointerdown', stay);
document.addEventListener('keydown', stay);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void poll();
});
setInterval(showCountdown, 1000);

// A refused form was answered at its own address: a reload shall show the page, not send it again.
const page_url = main()?.dataset.pageUrl;
if (page_url !== undefined && page_url !== location.pathname)
  history.replaceState(null, '', page_url);
prepare();
