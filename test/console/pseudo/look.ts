// What a page with pseudo texts shows without marks, and what its longer texts break.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { IsData } from './answered.ts';

/** What can be read: texts, and what names an element. */
const TEXTS_SHOWN = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [document.title];
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (parentElement?.closest('noscript, script, style, [aria-hidden=true]') !== null) continue;
    texts.push(textContent);
  }
  for (const name of ['aria-label', 'aria-roledescription', 'placeholder', 'title', 'alt']) {
    for (const one of document.querySelectorAll('[' + name + ']')) {
      if (one.closest('[aria-hidden=true]') === null) texts.push(one.getAttribute(name));
    }
  }
  return texts;
})()`;

const MARKED = /⟦[^⟦⟧]*⟧/g;
const A_WORD = /\p{Script=Latin}{3,}/u;

/** Removes marked texts from the inside out: one text may be a part of another. */
function unmarked(text: string): string {
  const without = text.replaceAll(MARKED, ' ');
  return without === text ? text : unmarked(without);
}

/** How often what is left is judged again: the driver may tell of an answer after it was shown. */
const LOOKS = 40;
const LOOK_MS = 50;

/** `answers`: every text that the service has answered so far. They are asked after the look. */
export async function wordsLeftOn(page: Page, answers: () => Promise<IsData>) {
  const texts = await page.evaluate<readonly string[]>(TEXTS_SHOWN);
  let left = [...new Set(texts.map((text) => unmarked(text).trim()))].filter((text) =>
    A_WORD.test(text),
  );
  for (let look = 0; look < LOOKS; look += 1) {
    const isData = await answers();
    left = left.filter((text) => !isData(text));
    if (left.length === 0) break;
    await sleep(LOOK_MS);
  }
  return left;
}

const CONTROLS = 'button, a[href], input:not([type=hidden]), select, textarea, [role=tab]';

/** Elements as a person of the project finds them. */
const HELPERS = `
  const nameOf = (one) => one.tagName.toLowerCase() + ' ' +
    (one.getAttribute('aria-label') ?? one.textContent.trim() ?? '').slice(0, 50);
  const SEEN = { visibilityProperty: true, opacityProperty: true };
  const isSeen = (one) => one.checkVisibility(SEEN) &&
    one.getClientRects().length > 0 && one.getBoundingClientRect().width > 4;
  const isInside = (one) => one.closest('[aria-hidden=true], nav') === null;
  const all = (selector) =>
    [...document.querySelectorAll(selector)].filter((one) => isSeen(one) && isMeant(one));
`;

/** Only what is in an element that is open, or everything. */
const meant = (within: string | null) =>
  within === null
    ? 'const isMeant = () => true;'
    : `const isMeant = (one) => one.closest(${JSON.stringify(within)}) !== null;`;

/** A button cuts its label without a sign; where texts end with dots, they are meant to. */
const cut = (within: string | null) => `(() => {
  ${meant(within)}
  ${HELPERS}
  const parts = all('.mantine-Button-label, .mantine-Badge-label, label, legend, h1, h2, h3');
  return parts
    // A count is drawn wider than its circle says.
    .filter((one) => one.textContent.length > 3)
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
    .filter((one) => getComputedStyle(one).overflowX !== 'visible')
    .map((one) => 'cut: ' + nameOf(one));
})()`;

/** Controls on top of each other; what scrolls below a bar is not meant. */
const overlapping = (within: string | null) => `(() => {
  ${meant(within)}
  ${HELPERS}
  const isMoving = (one) => {
    for (let at = one; at !== null; at = at.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
    }
    return false;
  };
  const controls = all('${CONTROLS}').filter((one) => ${within !== null} || !isMoving(one));
  // What scrolls within a part of the page ends at the edge of that part.
  const boxes = controls.map((one) => {
    let { left, right, top, bottom } = one.getBoundingClientRect();
    for (let at = one.parentElement; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue;
      const edge = at.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  });
  const found = [];
  for (const [index, one] of controls.entries()) {
    for (let other = index + 1; other < controls.length; other += 1) {
      const [a, b] = [boxes[index], boxes[other]];
      const inline = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const block = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (inline < 3 || block < 3) continue;
      if (one.contains(controls[other]) || controls[other].contains(one)) continue;
      const wrapper = '.mantine-Input-wrapper, label, [data-overlay]';
      if (one.closest(wrapper)?.contains(controls[other])) continue;
      found.push('overlap: ' + nameOf(one) + ' | ' + nameOf(controls[other]));
    }
  }
  return found;
})()`;

const WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const more = scrollWidth - clientWidth;
  return more > 0 ? ['wider than its window by ' + more] : [];
})()`;

const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** `within`: only in what is open over the page. */
export async function brokenOn(page: Page, within: string | null = null): Promise<string[]> {
  await page.evaluate(FRAMES);
  return await page.evaluate<string[]>(
    `[...${WIDE}, ...${cut(within)}, ...${overlapping(within)}]`,
  );
}

/**
 * The distance of each control and heading from where its line begins. Turned around, the page is
 * its own mirror: what stands elsewhere has a left or right of its own.
 */
const BEGINS = `(() => {
  ${meant(null)}
  ${HELPERS}
  const width = document.documentElement.clientWidth;
  const is_rtl = document.documentElement.dir === 'rtl';
  const parts = '${CONTROLS}, h1, h2, h3, table, form, .mantine-Paper-root';
  return all(parts).filter(isInside).map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return { name: nameOf(one), at: Math.round(is_rtl ? width - right : left) };
  });
})()`;
/** Columns share what is left in whole pixels: one that begins later may have a few more. */
const MOST_APART = 7;

type Begin = { readonly name: string; readonly at: number };

async function turn(page: Page, direction: 'ltr' | 'rtl'): Promise<readonly Begin[]> {
  await page.evaluate(`document.documentElement.dir = '${direction}'; ${FRAMES}`);
  return await page.evaluate<readonly Begin[]>(BEGINS);
}

/** A row that comes between two looks is no fault of the page: then both are taken again. */
const MOST_PAIRS = 4;

async function inBothDirections(page: Page) {
  for (let pair = 1; ; pair += 1) {
    const [plain, turned] = [await turn(page, 'ltr'), await turn(page, 'rtl')];
    if (plain.length === turned.length || pair === MOST_PAIRS) return { plain, turned };
  }
}

/** Leaves the page from right to left. */
export async function notMirrored(page: Page): Promise<string[]> {
  const { plain, turned } = await inBothDirections(page);
  if (plain.length !== turned.length) return ['another number of elements'];
  return plain.flatMap(({ name, at }, index) => {
    const there = turned[index]?.at ?? at;
    return Math.abs(there - at) > MOST_APART ? [`not mirrored: ${name}, ${at} and ${there}`] : [];
  });
}

const STILL_FRAMES = 20;

/** What opens slides into its place, a notice once more if the direction changes. */
const untilStill = (within: string) => `new Promise((done) => {
  let last = NaN;
  let still = 0;
  const look = () => {
    // A notice is drawn anew at the other side.
    const left = document.querySelector('${within}')?.getBoundingClientRect().left;
    still = left !== undefined && left === last ? still + 1 : 0;
    last = left;
    if (still === ${STILL_FRAMES}) done();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Where an open part begins, from where its line begins, and whether all of it is in sight. */
async function placeOf(page: Page, within: string, direction: 'ltr' | 'rtl') {
  await page.evaluate(`document.documentElement.dir = '${direction}'; ${FRAMES}`);
  await page.evaluate(untilStill(within));
  return await page.evaluate<{ at: number; is_inside: boolean }>(`(() => {
    const { left, right } = document.querySelector('${within}').getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    return {
      at: Math.round('${direction}' === 'rtl' ? width - right : left),
      is_inside: left >= -1 && right <= width + 1,
    };
  })()`);
}

/** What is wrong with an open part from either direction; leaves the page from left to right. */
export async function brokenWhenOpen(page: Page, within: string): Promise<string[]> {
  const found: string[] = [];
  const places: number[] = [];
  for (const direction of ['rtl', 'ltr'] as const) {
    const { at, is_inside } = await placeOf(page, within, direction);
    places.push(at);
    if (!is_inside) found.push(`${direction}: not wholly in the window`);
    found.push(...(await brokenOn(page, within)).map((what) => `${direction}: ${what}`));
  }
  const [turned = 0, plain = 0] = places;
  if (Math.abs(turned - plain) > MOST_APART) {
    found.push(`not mirrored: ${plain} and ${turned}`);
  }
  return found;
}
