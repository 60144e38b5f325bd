// Sends the page's forms without leaving it. The answer is the page that a browser without a script
// gets, so that the words are the same.

const RECEIPT_MAX_BYTES = 10 * 1024 * 1024;

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

function bodyOf(form, button) {
  const data = new FormData(form, button);
  return form.enctype === 'multipart/form-data' ? data : new URLSearchParams(data);
}

/** `onAnswer` takes the document that came; `onConnection` hears whether the service is there. */
export function sendForms({ onAnswer, onConnection }) {
  const send = async (form, button) => {
    if (form.ariaBusy === 'true' || isTooLarge(form)) return;
    form.ariaBusy = 'true';
    try {
      const request = { method: 'POST', body: bodyOf(form, button), cache: 'no-store' };
      const response = await fetch(form.action, request);
      const text = await response.text();
      onConnection(true);
      onAnswer(new DOMParser().parseFromString(text, 'text/html'), form);
    } catch (error) {
      // The network: what was entered stays, to be sent again.
      if (!(error instanceof TypeError)) throw error;
      onConnection(false);
    } finally {
      form.ariaBusy = null;
    }
  };
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.method !== 'post' || form.closest('main') === null) return;
    event.preventDefault();
    void send(form, event.submitter);
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
