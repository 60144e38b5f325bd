// The documents' script: copy buttons, the search box with its results, and the mark of the section
// that is being read. Without it everything but copying works, too.
import { findSections } from './find-sections.js';

const base = document.documentElement.dataset.base;
const HITS_MAX = 8;

function say(text) {
  status_line.textContent = text;
}

const status_line = document.createElement('p');
status_line.className = 'hidden';
status_line.setAttribute('role', 'status');
document.body.append(status_line);

/** Without https there is no clipboard API: then the text is selected, to be copied by hand. */
async function copy(block, button) {
  const code = block.querySelector('code');
  try {
    await navigator.clipboard.writeText(code.textContent.replace(/\n$/, ''));
    button.textContent = 'Copied';
    say('Copied');
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = 'Selected';
    say('Your browser did not copy it. It is selected: copy it yourself.');
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => copy(block, button));
  block.append(button);
}

const form = document.querySelector('form.search');
const field = form.querySelector('input');
const list = document.createElement('ul');
let sections = null;
let loading = null;
let chosen = -1;

list.id = 'search-results';
list.className = 'hits';
list.setAttribute('role', 'listbox');
list.setAttribute('aria-label', 'Results');
list.hidden = true;
form.append(list);
for (const [name, value] of [
  ['role', 'combobox'],
  ['aria-autocomplete', 'list'],
  ['aria-controls', list.id],
  ['aria-expanded', 'false'],
]) {
  field.setAttribute(name, value);
}

async function load() {
  loading ??= fetch(`${base}/docs/assets/search.json`).then((answer) => {
    if (!answer.ok) throw new Error(`The index of the search answered ${answer.status}`);
    return answer.json();
  });
  try {
    sections = await loading;
  } catch {
    // Enter still searches with the service; the next letter tries to load again.
    loading = null;
  }
}

function close() {
  list.hidden = true;
  chosen = -1;
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
}

function part(name, text) {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}

function option(hit, index) {
  const item = document.createElement('li');
  item.id = `search-result-${index}`;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', 'false');
  item.dataset.at = `${base}/docs/${hit.at}`;
  item.append(part('heading', hit.heading));
  if (hit.heading !== hit.page) item.append(part('place', hit.page));
  item.append(part('excerpt', hit.excerpt));
  item.addEventListener('mousedown', (event) => {
    event.preventDefault();
    open(item);
  });
  return item;
}

function open(item) {
  close();
  location.assign(item.dataset.at);
}

async function show() {
  const query = field.value;
  if (query.trim() === '') return close();
  await load();
  if (sections === null || field.value !== query) return;
  const hits = findSections(sections, query, HITS_MAX);
  list.replaceChildren(...hits.map(option));
  list.hidden = hits.length === 0;
  chosen = -1;
  field.removeAttribute('aria-activedescendant');
  field.setAttribute('aria-expanded', String(hits.length > 0));
  say(hits.length === 0 ? 'Nothing found' : `${hits.length} results`);
}

function choose(step) {
  const items = [...list.children];
  if (list.hidden || items.length === 0) return;
  chosen = (chosen + step + items.length) % items.length;
  for (const [index, item] of items.entries()) {
    item.setAttribute('aria-selected', String(index === chosen));
  }
  items[chosen].scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', items[chosen].id);
}

field.addEventListener('focus', load, { once: true });
field.addEventListener('input', show);
field.addEventListener('blur', close);
field.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    choose(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Enter' && chosen >= 0) {
    event.preventDefault();
    open(list.children[chosen]);
  } else if (event.key === 'Escape' && !list.hidden) {
    event.preventDefault();
    close();
  }
});
document.addEventListener('keydown', (event) => {
  const is_typing = event.target.matches('input, textarea, select, [contenteditable]');
  if (event.key !== '/' || is_typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
  field.select();
});

const links = new Map(
  [...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]),
);

/** Marks the last heading above the middle of the window. */
function markSection() {
  const headings = [...links.keys()].map((id) => document.getElementById(decodeURIComponent(id)));
  const above = headings.filter((one) => one && one.getBoundingClientRect().top < innerHeight / 3);
  const current = above.at(-1)?.id;
  for (const [id, link] of links) {
    if (decodeURIComponent(id) === current) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}

if (links.size > 0) {
  let is_waiting = false;
  addEventListener(
    'scroll',
    () => {
      if (is_waiting) return;
      is_waiting = true;
      requestAnimationFrame(() => {
        is_waiting = false;
        markSection();
      });
    },
    { passive: true },
  );
  markSection();
}
