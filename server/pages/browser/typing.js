// Keeps what is being typed or chosen while the page is replaced, reloaded or shown in another
// language.

const typedFields = (page) => page.querySelectorAll('textarea[id], input[inputmode]');

/** The field belongs to what was sent: also the field beside a choice of what it contains. */
const isOf = (field, sent) =>
  sent?.dataset.proof !== undefined && field?.form.dataset.proof === sent.dataset.proof;

/** By the field's id. */
function typedOn(page, sent) {
  const fields = [...typedFields(page)].filter((field) => field.value !== '' && !isOf(field, sent));
  return fields.map((field) => [field.id, field.value]);
}

function type(page, typed) {
  for (const [id, value] of typed) {
    const field = page.querySelector(`#${id}`);
    if (field === null || field.value !== '') continue;
    field.value = value;
    const part = field.closest('details');
    if (part !== null) part.open = true;
  }
}

/** The new page keeps the texts, a chosen file and the open part; but not of a form that was sent. */
export function keepTyped(before, after, sent) {
  const [opened, next] = [before, after].map((page) => page.querySelector('.evidence details'));
  if (opened?.open && next) next.open = true;
  const [chosen, empty] = [before, after].map((page) => page.querySelector('#receipt'));
  if (chosen?.files.length > 0 && empty && !isOf(chosen, sent)) empty.replaceWith(chosen);
  type(after, typedOn(before, sent));
}

/** A frame may forbid the storage; then nothing is kept. */
function storage() {
  try {
    return window.sessionStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/**
 * Only this tab has it, and only until the page is shown again. `promiseOf` returns what a form
 * that has no answer yet promised; `resume` keeps that promise.
 */
export function keepDrafts({ promiseOf, resume }) {
  const store = storage();
  const main = () => document.querySelector('main');
  const { pageUrl } = main().dataset;
  // An error page has no fields.
  if (store === null || pageUrl === undefined) return;
  const key = `draft ${pageUrl.split('?')[0]}`;
  const drafts = JSON.parse(store.getItem(key) || '[]');
  store.removeItem(key);
  type(main(), drafts);
  const fieldOf = (id) => main().querySelector(`#${id}`);
  for (const [id, , promise] of drafts) {
    const field = fieldOf(id);
    if (promise && field !== null) resume(field, promise);
  }
  const keep = () => {
    const typed = typedOn(main()).map(([id, value]) => [id, value, promiseOf(fieldOf(id).form)]);
    if (typed.length > 0) store.setItem(key, JSON.stringify(typed));
    else store.removeItem(key);
  };
  window.addEventListener('pagehide', keep);
  // A phone that needs the memory closes a hidden page, and tells it nothing more.
  document.addEventListener('visibilitychange', keep);
}
