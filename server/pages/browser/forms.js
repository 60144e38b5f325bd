// Sends the page's forms without leaving it. The answer is the same page that a browser without a
// script gets, so that the texts are the same. If no answer comes, the script asks the service what
// arrived.

const RECEIPT_MAX_BYTES = 10 * 1024 * 1024;
const FILE_WITHIN_MS = 130_000;

/** Errors of the service after which the form may have been processed all the same. */
const UNKNOWN = ['unconfirmed', 'unavailable', 'internal'];
/** Errors after which the form was surely not processed and may be sent again. */
const WAITING = ['unsent', 'rate_limited'];

/** Shows an error at the field, before anything is sent. */
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

/**
 * If the page is replaced while a file is being chosen, the new page keeps the file and the open
 * part.
 */
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

/** The form on the present page, which may have been replaced since. */
const shown = (form) => (form.isConnected ? form : sameForm(document, form));

/**
 * `data-mark` is what the service has received: if the mark differs, or the form is gone, it
 * arrived.
 */
function hasArrived(page, form, typed) {
  const next = sameForm(page, form);
  if (next === undefined || next.dataset.mark !== form.dataset.mark) return true;
  const plain = typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return plain !== '' && plain === form.dataset.mark;
}

const word = (name) => document.querySelector('main').dataset[name] ?? '';

/** The note beside a form about what was sent; `show` puts it back on a replaced page. */
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
 * `onAnswer` receives the page that came and what had been entered; `onConnection` hears whether
 * the service can be reached; `say` reads a text out. Returns a function that puts the notes back
 * after the page was replaced.
 */
export function sendForms({ onAnswer, onConnection, say }) {
  const note = createNote(say);
  /** What was sent, or kept for later, and has no answer yet. */
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

  /** Says nothing about the form until the service has told what arrived. */
  async function check(sent) {
    const page = await untilPage(() => pending === sent, onConnection);
    if (page === null) return;
    if (hasArrived(page, sent.form, sent.typed)) end(page, sent);
    else missed(sent);
  }

  /** Sends again by itself if sending twice does no harm; otherwise the customer decides. */
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
    // The field's present content, which may have been corrected meanwhile.
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
  // A field of several lines, because messages have several; Enter still sends a lone number.
  document.addEventListener('keydown', (event) => {
    const field = event.target;
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    if (!field.matches?.('[data-submits]')) return;
    event.preventDefault();
    field.form.requestSubmit();
  });
}
