// Every colour that a text of the console has is computed against its background, light and dark.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  BLACK_FROM_LUMINANCE,
  COLOURS,
  READABLE,
  SHADE,
} from '../../../console/readable-colours.ts';

const CONSOLE = join(import.meta.dirname, '..', '..', '..', 'console');
const MANTINE = join(CONSOLE, 'node_modules', '@mantine', 'core', 'styles');
const STYLES = join(MANTINE, 'default-css-variables.css');
const LEAST = 4.5;
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];
type Rgb = readonly [number, number, number];

/** Mantine's own variables: those of a scheme override those of both. */
function variablesOf(scheme: Scheme): Map<string, string> {
  const blocks = [...readFileSync(STYLES, 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const other = scheme === 'light' ? 'dark' : 'light';
  const ofScheme = (selector: string) => selector.includes('color-scheme');
  const mine = blocks.filter(([, selector = '']) => !selector.includes(other));
  const ordered = mine.toSorted(
    ([, a = ''], [, b = '']) => Number(ofScheme(a)) - Number(ofScheme(b)),
  );
  const found = new Map<string, string>();
  for (const [, , body = ''] of ordered) {
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+)/g)) {
      found.set(name, value.trim());
    }
  }
  for (const [name, value] of Object.entries(READABLE[scheme])) found.set(name, value);
  return found;
}

function colourOf(text: string, variables: Map<string, string>): Rgb {
  const named = /^var\((--[\w-]+)\)$/.exec(text)?.[1];
  if (named !== undefined) return colourOf(variables.get(named) ?? `no ${named}`, variables);
  const mix = /^color-mix\(in srgb, (.+), black (\d+)%\)$/.exec(text);
  if (mix !== null) {
    const left = 1 - Number(mix[2]) / 100;
    const [r, g, b] = colourOf(mix[1] ?? '', variables);
    return [r * left, g * left, b * left];
  }
  const rgba = /^rgba\((\d+), (\d+), (\d+), 1\)$/.exec(text);
  if (rgba !== null) return [Number(rgba[1]), Number(rgba[2]), Number(rgba[3])];
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (hex === undefined) throw new Error(`Not a colour: ${text}`);
  const all = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (at: number) => Number.parseInt(all.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

/** As WCAG 2.2 defines it. */
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('a contrast is what WCAG says it is', () => {
  equal(contrast([0, 0, 0], [255, 255, 255]), 21);
  equal(Math.round(contrast([118, 118, 118], [255, 255, 255]) * 100), 454);
});

describe('every pair', () => {
  for (const scheme of SCHEMES) {
    const variables = variablesOf(scheme);
    const of = (name: string) => colourOf(`var(--mantine-color-${name})`, variables);
    const faint = (pairs: readonly (readonly [string, Rgb, Rgb])[]) => {
      ok(pairs.length > 2);
      return pairs
        .map(([name, text, ground]) => [name, contrast(text, ground)] as const)
        .filter(([, found]) => found < LEAST);
    };

    it(`of a text and the page can be read, in ${scheme}`, () => {
      const texts = ['text', 'dimmed', 'placeholder', 'anchor', 'error'];
      const grounds = scheme === 'light' ? ['body'] : ['body', 'dark-6'];
      const pairs = grounds.flatMap((ground) =>
        texts.map((text) => [`${text} on ${ground}`, of(text), of(ground)] as const),
      );
      deepEqual(faint(pairs), []);
    });

    it(`of a word and its tint can be read, in ${scheme}`, () => {
      const pairs = COLOURS.map(
        (name) => [name, of(`${name}-light-color`), of(`${name}-light`)] as const,
      );
      deepEqual(faint(pairs), []);
    });

    it(`of a word and its filled background can be read, in ${scheme}`, () => {
      const pairs = COLOURS.map((name) => {
        const ground = of(`${name}-${SHADE}`);
        const is_black = luminance(ground) > BLACK_FROM_LUMINANCE;
        const text: Rgb = is_black ? [0, 0, 0] : [255, 255, 255];
        return [name, text, ground] as const;
      });
      deepEqual(faint(pairs), []);
    });
  }
});
