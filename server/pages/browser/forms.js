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

const actionOf = (form) => form.getAttribute('action');

const sameForm = (page, form) =>
  [...page.querySelectorAll('main form')].find((other) => actionOf(other) === actionOf(form));

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
  const now = markOn(page, form);
  if (form.dataset.proof !== 'utr') return now !== mark;
  // The shop may have given another one meanwhile: it arrived if it is in what was sent.
  const plain = typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return now !== '' && (now === mark ? plain === now : plain.includes(now));
}

const word = (name) => document.querySelector('main').dataset[name] ?? '';

/**
 * The notes beside the forms about what was sent, one for each form, and at the top of a page that
 * no longer has the form. `show` puts them back on a replaced page, and calls `onGone` of a note
 * for which that page has no place.
 */
function createNotes(say) {
  const notes = new Map();
  const show = () => {
    for (const [key, { words, place, onGone }] of [...notes]) {
      const at = place();
      if (at) {
        const before = [...at.children].find(({ dataset }) => dataset.note === key);
        const line = before || document.createElement('p');
        line.className = 'send-note';
        line.dataset.note = key;
        line.textContent = words;
        at.append(line);
      } else {
        notes.delete(key);
        onGone();
      }
    }
  };
  const put = (key, note) => {
    notes.set(key, note);
    show();
    say(note.words);
  };
  return {
    show,
    tell: (form, words, onGone) =>
      put(actionOf(form), { words, place: () => shown(form), onGone: onGone || (() => undefined) }),
    tellAtTop: (words) => put(words, { words, place: () => document.querySelector('main .state') }),
    clear: (form) => notes.delete(actionOf(form)),
  };
}

function sentBy(form, button) {
  const entered = form.querySelector('textarea')?.value;
  const file = form.querySelector('[type=file]')?.files[0];
  const typed = entered ?? file?.name ?? button?.value ?? '';
  const body = bodyOf(form, button);
  const [mark, lost] = [markOn(document, form), word('lost')];
  return { form, button, entered, typed, body, mark, lost, is_first: true };
}

/**
 * `onAnswer` receives the page that came and what had been entered; `onConnection` hears whether
 * the service can be reached; `say` reads a text out. `show` puts the notes back after the page was
 * replaced; the other two are for a page that is left meanwhile.
 */
export function sendForms({ onAnswer, onConnection, say }) {
  const notes = createNotes(say);
  /**
   * What was sent, or is kept for later, and has no answer yet. One after the other is sent, so
   * that each page that answers knows of what was sent before.
   */
  let queue = [];

  const isAway = () => !navigator.onLine || queue.some(({ is_unsure }) => is_unsure);

  const leave = (sent) => {
    queue = queue.filter((other) => other !== sent);
  };

  const end = (page, sent) => {
    leave(sent);
    notes.clear(sent.form);
    onConnection(true);
    onAnswer(page, sent.form, sent.entered);
    next();
  };

  const tellUnsent = (sent, words) => {
    leave(sent);
    notes.tell(sent.form, words, () => loseUnlessArrived(sent));
  };

  function begin(sent) {
    queue = queue.filter(({ form }) => actionOf(form) !== actionOf(sent.form));
    queue.push(sent);
    if (isAway()) keep(sent);
    else {
      notes.tell(sent.form, word('sending'), () => loseUnlessArrived(sent));
      next();
    }
  }

  /** Later, if sending it then is surely still wanted. */
  function keep(sent) {
    if ('again' in sent.form.dataset) notes.tell(sent.form, word('kept'));
    else tellUnsent(sent, word('offline'));
  }

  function next() {
    const [sent] = queue;
    if (sent === undefined || sent.is_running || !navigator.onLine) return;
    const now = shown(sent.form);
    if (now === undefined) {
      leave(sent);
      loseUnlessArrived(sent);
      next();
      return;
    }
    // A field is sent with its present content, which may have been corrected meanwhile.
    const present = now.querySelector('textarea')?.value ?? '';
    const again = sent.entered !== undefined && present !== '' ? sentBy(now, sent.button) : {};
    void post(Object.assign(sent, again, { form: now, mark: markOn(document, now) }));
  }

  async function post(sent) {
    const { form, body } = sent;
    sent.is_running = true;
    form.setAttribute('aria-busy', 'true');
    notes.tell(form, word('sending'));
    const within_ms = isFile(form) ? FILE_WITHIN_MS : undefined;
    const answer = await askPage(form.action, { method: 'POST', body }, within_ms);
    form.removeAttribute('aria-busy');
    if (!queue.includes(sent)) return;
    if (answer === null || UNKNOWN.includes(answer.error)) {
      notes.tell(form, word('unsure'));
      await check(sent);
    } else if (WAITING.includes(answer.error)) {
      const is_busy = answer.error === 'unsent';
      tellUnsent(sent, is_busy ? word('missed') : answer.page.querySelector('main p').textContent);
      next();
    } else end(answer.page, sent);
  }

  /** Says nothing about the form until the service has told what arrived. */
  async function check(sent) {
    sent.is_unsure = true;
    for (const other of queue) if (other !== sent) keep(other);
    const page = await untilPage(() => queue.includes(sent), onConnection);
    sent.is_unsure = false;
    if (page === null) return;
    if (hasArrived(page, sent)) end(page, sent);
    else missed(sent);
  }

  /** Sends again by itself if sending twice does no harm; otherwise the customer decides. */
  function missed(sent) {
    const form = shown(sent.form);
    if (form === undefined) {
      leave(sent);
      lose(sent);
    } else if (sent.is_first && 'again' in form.dataset) {
      void post(Object.assign(sent, { form, is_first: false }));
      return;
    } else tellUnsent(sent, word('missed'));
    next();
  }

  /** The form is gone before it was sent again; another window may have sent the same. */
  function loseUnlessArrived(sent) {
    if (!queue.includes(sent) && !hasArrived(document, sent)) lose(sent);
  }

  /** The page takes it no longer: what was typed stays readable. */
  function lose({ typed, mark, lost }) {
    if (mark === undefined || typed.trim() === '') return;
    notes.tellAtTop(lost.replace('{text}', () => typed));
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

  window.addEventListener('online', next);
  window.addEventListener('beforeunload', (event) => {
    if (queue.length > 0) event.preventDefault();
  });
  listen(send);

  /** What the service had received before the form was sent; undefined if it has its answer. */
  const promiseOf = (form) => {
    const sent = queue.find((other) => actionOf(other.form) === actionOf(form));
    return sent && { mark: sent.mark };
  };

  /** The page was left before the form had its answer. */
  function resume(field, { mark }) {
    const { form } = field;
    const sent = Object.assign(sentBy(form), { mark });
    if (hasArrived(document, sent)) field.value = '';
    else if ('again' in form.dataset) begin(sent);
    else tellUnsent(sent, word('missed'));
  }

  return { show: notes.show, promiseOf, resume };
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
