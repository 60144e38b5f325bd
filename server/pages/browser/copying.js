// Copies a text from a button, and says that it was copied only if it was.

const COPIED_MS = 3000;
let copied_timer;

/** Without https there is no clipboard API, and browsers may deny it: then execCommand may work. */
async function toClipboard(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text, button);
  }
}

function copyFromField(text, button) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const is_copied = document.execCommand('copy');
  field.remove();
  button.focus();
  return is_copied;
}

/** Shows the bare text, selected, so that it can be copied by hand. */
function offer(text, button) {
  const before = button.nextElementSibling;
  const field = before?.matches('.bare') ? before : document.createElement('input');
  field.className = 'bare';
  field.readOnly = true;
  field.value = text;
  field.dir = 'ltr';
  field.setAttribute('aria-label', button.querySelector('.visually-hidden').textContent);
  button.after(field);
  field.focus();
  field.select();
}

export async function copy(button, announce) {
  const text = button.dataset.copy;
  clearTimeout(copied_timer);
  if (!(await toClipboard(text, button))) {
    offer(text, button);
    announce(document.querySelector('main').dataset.uncopied, 'shown');
    return;
  }
  button.classList.add('done');
  // Names the text, so that nobody pastes something else.
  announce(button.dataset.said, 'shown');
  copied_timer = setTimeout(() => {
    for (const done of document.querySelectorAll('.copy.done')) done.classList.remove('done');
    announce('');
  }, COPIED_MS);
}
