// Merchants' colours: whatever is given, what comes out can be read on every ground of the pages.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  accentsOf,
  type Color,
  contrast,
  formatColor,
  GROUNDS,
  LEAST_CONTRAST,
  parseColor,
} from '../../server/lib/contrast.ts';
import { fc } from '../support/property.ts';

function colorOf(text: string): Color {
  const color = parseColor(text);
  if (color === null) throw new Error(`No colour: ${text}`);
  return color;
}

const part = fc.integer({ min: 0, max: 255 });
const anyColor = fc.record({ red: part, green: part, blue: part });

describe('contrast', () => {
  // The examples of WCAG's own tools.
  const known = [
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#1a56c4', '#eef1f5', 5.84],
  ] as const;
  for (const [one, other, expected] of known) {
    it(`${one} on ${other} is ${expected} to 1, either way round`, () => {
      const found = contrast(colorOf(one), colorOf(other));
      ok(Math.abs(found - expected) < 0.01, String(found));
      equal(found, contrast(colorOf(other), colorOf(one)));
    });
  }
});

describe('colours as text', () => {
  it('are read as style sheets write them, and nothing else is', () => {
    deepEqual(parseColor('#1A56c4'), { red: 26, green: 86, blue: 196 });
    for (const text of ['', '#fff', 'red', '#1a56c4ff', '#1a56cg', 'url(x)', '#1a56c4;}']) {
      equal(parseColor(text), null, text);
    }
  });

  it('come out as they went in', () => {
    fc.assert(
      fc.property(anyColor, (color) => deepEqual(parseColor(formatColor(color)), { ...color })),
    );
  });
});

describe('a merchant’s colour', () => {
  it('can be read as text on every ground, and its own text on it', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        for (const scheme of ['light', 'dark'] as const) {
          const { accent, on_accent } = accentsOf(color)[scheme];
          for (const ground of GROUNDS[scheme]) {
            ok(contrast(colorOf(accent), colorOf(ground)) >= LEAST_CONTRAST, `${accent} ${ground}`);
          }
          ok(contrast(colorOf(accent), colorOf(on_accent)) >= LEAST_CONTRAST, accent);
        }
      }),
    );
  });

  it('stays as it is where it can be read already', () => {
    equal(accentsOf(colorOf('#1a56c4')).light.accent, '#1a56c4');
    equal(accentsOf(colorOf('#86b0ff')).dark.accent, '#86b0ff');
  });

  it('moves no further than it must: yellow darkens on white, and stays yellow on black', () => {
    const { light, dark } = accentsOf(colorOf('#ffd400'));
    const found = contrast(colorOf(light.accent), colorOf('#eef1f5'));
    ok(found >= LEAST_CONTRAST && found < LEAST_CONTRAST + 0.4, String(found));
    deepEqual(dark, { accent: '#ffd400', on_accent: '#000000' });
  });

  it('is judged on the grounds that the pages have', () => {
    const css = readFileSync(
      new URL('../../server/pages/browser/payment-page.css', import.meta.url),
      'utf8',
    );
    const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
    for (const [scheme, text] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      const [ground, tile, note] = GROUNDS[scheme];
      match(text, new RegExp(`--ground: ${ground};`));
      match(text, new RegExp(`--tile: ${tile};`));
      match(text, new RegExp(`--note: ${note};`));
    }
  });
});
