// Sends the page's forms without leaving it. The answer is the page that a browser without a script
// gets, so that the words are the same. Where none comes, the service is asked what arrived.

const RECEIPT_MAX_BYTES = 10 * 1024 * 1024;
const FILE_WITHIN_MS = 130_000;

/** Errors of the service after which what was sent may have been written all the same. */
const UNKNOWN = ['unconfirmed', 'unavailable', 'internal'];
/** Errors that say why, and that it may be sent again. */
const WAITING = ['unsent', 'rate_limited'];

/** Words beside the field, before anything is sent. */
function refuse(input, words) {
  const error = document.getElementById(`${input.id}-error`);
  error.textContent = words;
  error.hidden = false;
  input.setAttribute('aria-invalid', 'true');
  input.focus();
}

function isTooLarge(form) {
  const input = form.querySelector('[data-too-large]');
  const [file] = input?.files ?? [];
  if (file === undefined || file.size <= RECEIPT_MAX_BYTES) return false;
  refuse(input, input.dataset.tooLarge);
  return true;
}

/** A page that is renewed while a file is being chosen keeps it, and stays open there. */
export function keepFile(before, after) {
  const [opened, next] = [before, after].map((page) => page.querySelector('.evidence details'));
  if (opened?.open && next) next.open = true;
  const [chosen, empty] = [before, after].map((page) => page.querySelector('#receipt'));
  if (chosen?.files.length > 0 && empty) empty.replaceWith(chosen);
}

const isFile = (form) => form.enctype === 'multipart/form-data';

function bodyOf(form, button) {
  const data = new FormData(form, button);
  return isFile(form) ? data : new URLSearchParams(data);
}

const sameForm = (page, form) =>
  [...page.querySelectorAll('main form')].find(
    (other) => other.getAttribute('action') === form.getAttribute('action'),
  );

/** The page may have been renewed since. */
const shown = (form) => (form.isConnected ? form : sameForm(document, form));

/** `data-mark` is what the service has of it: another mark, or no form any more, and it arrived. */
function hasArrived(page, form, typed) {
  const next = sameForm(page, form);
  if (next === undefined || next.dataset.mark !== form.dataset.mark) return true;
  const plain = typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return plain !== '' && plain === form.dataset.mark;
}

const word = (name) => document.querySelector('main').dataset[name] ?? '';

/** What stands beside a form of what was sent by it; `show` puts it back on a renewed page. */
function createNote(say) {
  let note = null;
  const show = () => {
    const form = note === null ? undefined : shown(note.form);
    if (form === undefined) return;
    const line = form.querySelector('.send-note') ?? document.createElement('p');
    line.className = 'send-note';
    line.textContent = note.words;
    form.append(line);
  };
  const tell = (form, words) => {
    note = { form, words };
    show();
    say(words);
  };
  const clear = () => {
    note = null;
  };
  return { show, tell, clear };
}

function sentBy(form, button) {
  const entered = form.querySelector('textarea')?.value;
  const typed = entered ?? button?.value ?? '';
  return { form, button, entered, typed, body: bodyOf(form, button), is_first: true };
}

/**
 * `onAnswer` takes the document that came, and what had been entered; `onConnection` hears whether the service is there; `say`
 * reads words out. Returns what puts the words back beside a form after the page was renewed.
 */
export function sendForms({ onAnswer, onConnection, say }) {
  const note = createNote(say);
  /** What was sent or kept and has no answer yet. */
  let pending = null;

  const end = (page, { form, entered }) => {
    pending = null;
    note.clear();
    onConnection(true);
    onAnswer(page, form, entered);
  };

  async function post(sent) {
    const { form, body } = sent;
    form.ariaBusy = 'true';
    pending = sent;
    note.tell(form, word('sending'));
    const within_ms = isFile(form) ? FILE_WITHIN_MS : undefined;
    const answer = await askPage(form.action, { method: 'POST', body }, within_ms);
    form.ariaBusy = null;
    if (pending !== sent) return;
    if (answer === null || UNKNOWN.includes(answer.error)) {
      note.tell(form, word('unsure'));
      await check(sent);
    } else if (WAITING.includes(answer.error)) {
      pending = null;
      const is_busy = answer.error === 'unsent';
      const words = is_busy ? word('missed') : answer.page.querySelector('main p').textContent;
      note.tell(form, words);
    } else end(answer.page, sent);
  }

  /** Nothing is said of what was sent until the service has said what it has. */
  async function check(sent) {
    const page = await untilPage(() => pending === sent, onConnection);
    if (page === null) return;
    if (hasArrived(page, sent.form, sent.typed)) end(page, sent);
    else missed(sent);
  }

  /** Once more by itself, where twice is the same as once; then whoever sent it decides. */
  function missed(sent) {
    const form = shown(sent.form);
    pending = null;
    if (form === undefined) return;
    if (sent.is_first && 'again' in form.dataset) void post({ ...sent, form, is_first: false });
    else note.tell(form, word('missed'));
  }

  function send(form, button) {
    if (form.ariaBusy === 'true' || isTooLarge(form)) return;
    const sent = sentBy(form, button);
    if (navigator.onLine) {
      void post(sent);
      return;
    }
    const is_safe = 'again' in form.dataset;
    pending = is_safe ? { ...sent, is_kept: true } : null;
    note.tell(form, word(is_safe ? 'kept' : 'offline'));
  }

  function sendKept() {
    if (!pending?.is_kept) return;
    const { form, button } = pending;
    pending = null;
    const now = shown(form);
    // What stands in the field now: it may have been corrected meanwhile.
    if (now !== undefined) send(now, now.contains(button) ? button : undefined);
  }

  window.addEventListener('online', sendKept);
  window.addEventListener('beforeunload', (event) => {
    if (pending !== null) event.preventDefault();
  });
  listen(send);
  return { show: note.show };
}

function listen(send) {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.method !== 'post' || form.closest('main') === null) return;
    event.preventDefault();
    send(form, event.submitter);
  });
  // A field of several lines, because messages have them; a number alone is sent by Enter.
  document.addEventListener('keydown', (event) => {
    const field = event.target;
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    if (!field.matches?.('[data-submits]')) return;
    event.preventDefault();
    field.form.requestSubmit();
  });
}
