// How the pictures of console/DESIGN.md are drawn: numbers beside parts of a screen, and specimens
// of sizes and colours in the console's own styles. The page's policy refuses style elements and
// attributes in markup, so each style is set from here.
import type { Locator, Page } from 'playwright-core';

type Box = { x: number; y: number; width: number; height: number };

const MARK = 'data-design-mark';
const COLOUR = '#c2255c';
/** Of the text, or of the badge's middle, in pixels. */
const BADGE_PX = 20;

const styled = (styles: Readonly<Record<string, string>>, text = '') => `(() => {
  const part = document.createElement('div');
  part.setAttribute('${MARK}', '');
  Object.assign(part.style, ${JSON.stringify(styles)});
  part.textContent = ${JSON.stringify(text)};
  document.body.append(part);
})()`;

const px = (value: number) => `${Math.round(value)}px`;

/** Outlines each part and gives it its number, from 1; where they are. */
export async function markParts(page: Page, parts: readonly Locator[]): Promise<Box[]> {
  const boxes = await Promise.all(
    parts.map(async (part, index) => {
      const box = await part.first().boundingBox();
      if (box === null) throw new Error(`Part ${index + 1} is not on the screen`);
      return box;
    }),
  );
  const fixed = { position: 'fixed', zIndex: '10000', pointerEvents: 'none' };
  for (const [index, { x, y, width, height }] of boxes.entries()) {
    const outline = `2px solid ${COLOUR}`;
    const at = { left: px(x - 3), top: px(y - 3), width: px(width + 6), height: px(height + 6) };
    await page.evaluate(styled({ ...fixed, ...at, border: outline, borderRadius: '6px' }));
    const corner = { left: px(x - BADGE_PX / 2), top: px(y - BADGE_PX / 2) };
    const badge = { width: px(BADGE_PX), height: px(BADGE_PX), borderRadius: '50%' };
    const text = { color: 'white', background: COLOUR, font: `bold 12px/${BADGE_PX}px sans-serif` };
    const styles = { ...fixed, ...corner, ...badge, ...text, textAlign: 'center' };
    await page.evaluate(styled(styles, String(index + 1)));
  }
  return boxes;
}

export async function removeMarks(page: Page): Promise<void> {
  await page.evaluate(`for (const part of document.querySelectorAll('[${MARK}]')) part.remove()`);
}

/** A line of a specimen: its name, and samples in styles that use the console's variables. */
export type SpecimenLine = {
  name: string;
  samples: readonly { text: string; styles: Readonly<Record<string, string>> }[];
};

const SPECIMEN = `(lines) => {
  // The console's variables stand in an element of its own: it is hidden, not removed.
  for (const one of document.body.children) one.style.display = 'none';
  const specimen = document.createElement('div');
  specimen.style.padding = '16px';
  document.body.append(specimen);
  for (const { name, samples } of lines) {
    const line = document.createElement('div');
    Object.assign(line.style, {
      display: 'grid', gridTemplateColumns: '80px repeat(' + samples.length + ', auto) 1fr',
      gap: '12px', alignItems: 'baseline', marginBlock: '8px',
    });
    const head = document.createElement('span');
    head.textContent = name;
    head.style.fontSize = 'var(--mantine-font-size-xs)';
    head.style.color = 'var(--mantine-color-dimmed)';
    line.append(head);
    for (const { text, styles } of samples) {
      const sample = document.createElement('span');
      sample.setAttribute('data-sample', name);
      sample.textContent = text;
      Object.assign(sample.style, styles);
      line.append(sample);
    }
    specimen.append(line);
  }
}`;

/** Draws the lines in place of the page. */
export const drawSpecimen = async (page: Page, lines: readonly SpecimenLine[]): Promise<void> =>
  await page.evaluate(`(${SPECIMEN})(${JSON.stringify(lines)})`);

/** Run in the page: the size and the kind of figures of each sample, from the top. */
export const STYLES_OF_SAMPLES = `[...document.querySelectorAll('[data-sample]')].map((one) => {
  const { fontSize, fontVariantNumeric } = getComputedStyle(one);
  return [fontSize, fontVariantNumeric];
})`;

/** Run in the page: what is drawn in each fact without a value. */
export const EMPTY_FACTS = `[...document.querySelectorAll('dd')]
  .filter((one) => one.textContent === '')
  .map((one) => getComputedStyle(one, '::before').content)`;

export const BACKGROUNDS_OF_SAMPLES = `[...document.querySelectorAll('[data-sample]')].map(
  (one) => getComputedStyle(one).backgroundColor,
)`;
