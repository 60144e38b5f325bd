// Sends the page's forms without leaving it. The answer is the same page that a browser without a
// script gets, so that the texts are the same. If no answer comes, the script asks the service what
// arrived.

const FILE_WITHIN_MS = 130000;

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

const isFile = (form) => form.enctype === 'multipart/form-data';

/** Adds the pressed button itself: older browsers' FormData takes no second argument. */
function bodyOf(form, button) {
  const data = new FormData(form);
  if (form.contains(button) && button.name) data.append(button.name, button.value);
  return isFile(form) ? data : new URLSearchParams(data);
}

const sameForm = (page, form) =>
  [...page.querySelectorAll('main form')].find(
    (other) => other.getAttribute('action') === form.getAttribute('action'),
  );

/** The form on the present page, which may have been replaced since. */
const shown = (form) => (form.isConnected ? form : sameForm(document, form));

/** What the service has received of this form's kind, which `main` tells on every page. */
const markOn = (page, form) => page.querySelector('main').dataset[form.dataset.proof];

/**
 * If what the service has received differs from before, it arrived. Of a form without such a mark
 * nothing can get lost: it arrived if it is gone.
 */
function hasArrived(page, { form, mark, typed }) {
  if (mark === undefined) return sameForm(page, form) === undefined;
  if (markOn(page, form) !== mark) return true;
  const plain = typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return plain !== '' && plain === mark;
}

const word = (name) => document.querySelector('main').dataset[name] ?? '';

/**
 * The note beside a form about what was sent, or at the top of a page that no longer has the form;
 * `show` puts it back on a replaced page, and calls `onGone` if that page has no place for it.
 */
function createNote(say) {
  let note = null;
  const show = () => {
    if (note === null) return;
    const place = note.place();
    if (!place) {
      const { onGone } = note;
      note = null;
      onGone?.();
      return;
    }
    const line = place.querySelector('.send-note') || document.createElement('p');
    line.className = 'send-note';
    line.textContent = note.words;
    place.append(line);
  };
  const put = (words, place, onGone) => {
    note = { words, place, onGone };
    show();
    say(words);
  };
  return {
    show,
    tell: (form, words, onGone) => put(words, () => shown(form), onGone),
    tellAtTop: (words) => put(words, () => document.querySelector('main .state')),
    clear: () => {
      note = null;
    },
  };
}

function sentBy(form, button) {
  const entered = form.querySelector('textarea')?.value;
  const typed = entered ?? button?.value ?? '';
  const body = bodyOf(form, button);
  const [mark, lost] = [markOn(document, form), word('lost')];
  return { form, button, entered, typed, body, mark, lost, is_first: true };
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
    form.setAttribute('aria-busy', 'true');
    pending = sent;
    note.tell(form, word('sending'));
    const within_ms = isFile(form) ? FILE_WITHIN_MS : undefined;
    const answer = await askPage(form.action, { method: 'POST', body }, within_ms);
    form.removeAttribute('aria-busy');
    if (pending !== sent) return;
    if (answer === null || UNKNOWN.includes(answer.error)) {
      note.tell(form, word('unsure'));
      await check(sent);
    } else if (WAITING.includes(answer.error)) {
      pending = null;
      const is_busy = answer.error === 'unsent';
      const words = is_busy ? word('missed') : answer.page.querySelector('main p').textContent;
      note.tell(form, words, () => loseUnlessArrived(sent));
    } else end(answer.page, sent);
  }

  /** Says nothing about the form until the service has told what arrived. */
  async function check(sent) {
    const page = await untilPage(() => pending === sent, onConnection);
    if (page === null) return;
    if (hasArrived(page, sent)) end(page, sent);
    else missed(sent);
  }

  /** Sends again by itself if sending twice does no harm; otherwise the customer decides. */
  function missed(sent) {
    const form = shown(sent.form);
    pending = null;
    if (form === undefined) lose(sent);
    else if (sent.is_first && 'again' in form.dataset)
      void post({ ...sent, form, is_first: false });
    else note.tell(form, word('missed'), () => loseUnlessArrived(sent));
  }

  /** The form is gone before it was sent again; another window may have sent the same. */
  function loseUnlessArrived(sent) {
    if (!hasArrived(document, sent)) lose(sent);
  }

  /** The page takes it no longer: what was typed stays readable. */
  function lose({ typed, mark, lost }) {
    if (mark === undefined || typed.trim() === '') return;
    note.tellAtTop(lost.replace('{text}', () => typed));
  }

  async function sendFile(form, button) {
    const input = form.querySelector('[type=file]');
    form.setAttribute('aria-busy', 'true');
    const { file, words } = await fitPicture(input);
    form.removeAttribute('aria-busy');
    if (words !== undefined) return refuse(input, words);
    const sent = sentBy(form, button);
    if (file !== undefined) sent.body.set(input.name, file, file.name || 'photo.jpg');
    return begin(sent);
  }

  function send(form, button) {
    if (form.hasAttribute('aria-busy')) return;
    if (isFile(form)) void sendFile(form, button);
    else begin(sentBy(form, button));
  }

  function begin(sent) {
    const { form } = sent;
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
    const kept = pending;
    pending = null;
    const now = shown(kept.form);
    if (now === undefined) lose(kept);
    // A field is sent with its present content, which may have been corrected meanwhile.
    else if (now === kept.form || kept.entered !== undefined) send(now, kept.button);
    else void post({ ...kept, form: now });
  }

  window.addEventListener('online', sendKept);
  window.addEventListener('beforeunload', (event) => {
    if (pending !== null) event.preventDefault();
  });
  listen(send);
  return { show: note.show };
}

function listen(send) {
  // Safari before 15.4 does not say which button submitted a form.
  let pressed;
  document.addEventListener('click', (event) => {
    pressed = event.target.closest?.('button');
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.method !== 'post' || form.closest('main') === null) return;
    event.preventDefault();
    send(form, pressed?.form === form ? pressed : undefined);
  });
  // A field of several lines, because messages have several; Enter still sends a lone number.
  document.addEventListener('keydown', (event) => {
    const field = event.target;
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    if (!field.matches?.('[data-submits]')) return;
    event.preventDefault();
    field.form.querySelector('[type=submit]').click();
  });
}
