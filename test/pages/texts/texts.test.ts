// The catalogue of the pages' texts: six languages, each whole, each in its own words.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeLeft } from '../../../server/pages/parts/moment.ts';
import { ENGLISH } from '../../../server/pages/texts/english.ts';
import { LANGUAGES } from '../../../server/pages/texts/languages.ts';
import { fillCount, type PageTexts } from '../../../server/pages/texts/texts.ts';

const PLURALS = /^(?:zero|one|two|few|many|other)$/;

/** Every text by its path; plural forms under the path of their text. */
function textsOf(value: unknown, path = ''): Map<string, string | null> {
  if (typeof value === 'string' || value === null) return new Map([[path, value]]);
  const entries = typeof value === 'object' ? Object.entries(value) : [];
  return new Map(entries.flatMap(([key, inner]) => [...textsOf(inner, `${path}.${key}`)]));
}

const isPlural = (path: string) => PLURALS.test(path.split('.').at(-1) ?? '');
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('.'));
const namesIn = (text: string) =>
  [...new Set(text.match(/\{\w+\}/g) ?? [])].filter((name) => name !== '{count}').sort();

/** What a text counts: which plural categories whole numbers get in a language. */
function categoriesOf(lang: string): string[] {
  const rules = new Intl.PluralRules(lang);
  const found = Array.from({ length: 1_000 }, (_, count) => rules.select(count));
  return [...new Set<string>([...found, 'other'])].sort();
}

const find = (lang: string): PageTexts => {
  const found = LANGUAGES.find((texts) => texts.lang === lang);
  if (found === undefined) throw new Error(`no language ${lang}`);
  return found;
};

const ENGLISH_TEXTS = textsOf(ENGLISH);
const singlePaths = (texts: PageTexts) =>
  [...textsOf(texts).keys()].filter((path) => !isPlural(path) || path.endsWith('problems.other'));

/** Names of rails and formats that are the same everywhere, and what only puts names together. */
const SAME_EVERYWHERE = /^\.(?:titles\.(?:payin|payout)|labels\.utr|numbers\.(?:iban|upi)|dir)$/;
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  hi: /\p{Script=Devanagari}/u,
  ru: /\p{Script=Cyrillic}/u,
  ar: /\p{Script=Arabic}/u,
};

/** A word may be the same in two languages; a sentence is not. */
function foreignWords(texts: PageTexts): string[] {
  if (texts === ENGLISH) return [];
  const script = SCRIPTS[texts.lang] ?? /./;
  return [...textsOf(texts)]
    .filter(([path, text]) => text !== null && path !== '.lang' && !SAME_EVERYWHERE.test(path))
    .filter(([path, text]) => {
      const is_same = text === ENGLISH_TEXTS.get(path) && /\s/.test(text ?? '');
      return is_same || !script.test(text ?? '');
    })
    .map(([path, text]) => `${path}: ${text}`);
}

it('English that sends the payer to the merchant lets the page say how', () => {
  const sends = [...ENGLISH_TEXTS].filter(
    ([path, text]) => path !== '.labels.contact' && /\bcontact \{/i.test(text ?? ''),
  );
  ok(sends.length > 8);
  deepEqual(
    sends.filter(([, text]) => text?.includes('{contact}') !== true),
    [],
  );
});

describe('the languages of the pages', () => {
  it('are six, each with a name and a direction', () => {
    deepEqual(
      LANGUAGES.map(({ lang, dir }) => `${lang} ${dir}`),
      ['en ltr', 'hi ltr', 'es ltr', 'pt ltr', 'ru ltr', 'ar rtl'],
    );
    equal(new Set(LANGUAGES.map(({ name }) => name)).size, 6);
  });

  for (const texts of LANGUAGES) {
    describe(texts.lang, () => {
      const own = textsOf(texts);

      it('has every text that English has, and no other', () => {
        deepEqual(singlePaths(texts).sort(), singlePaths(ENGLISH).sort());
      });

      it('has no empty text, and none that the page would show as it is written', () => {
        for (const [path, text] of own) {
          if (text === null) equal(ENGLISH_TEXTS.get(path), null, path);
          else match(text, /^\S(?:.*\S)?$/s, path);
        }
      });

      it('names the same facts as English, text by text', () => {
        for (const [path, text] of own) {
          const english = ENGLISH_TEXTS.get(path) ?? ENGLISH_TEXTS.get(`${parentOf(path)}.other`);
          deepEqual(namesIn(text ?? ''), namesIn(english ?? ''), path);
        }
      });

      it('has exactly the plural forms that its numbers need', () => {
        const counted = [...own.keys()].filter(isPlural).filter((path) => !/problems/.test(path));
        const parents = new Set(counted.map(parentOf));
        ok(parents.size >= 2);
        for (const parent of parents) {
          const forms = counted.filter((path) => parentOf(path) === parent);
          const names = forms.map((path) => path.slice(parent.length + 1)).sort();
          deepEqual(names, categoriesOf(texts.lang), parent);
        }
      });

      it('says it in its own words and letters', () => {
        deepEqual(foreignWords(texts), []);
      });
    });
  }
});

const MINUTES: readonly [string, number, string][] = [
  ['en', 4, '4 minutes left to pay'],
  ['hi', 12, 'भुगतान के लिए 12 मिनट बचे हैं'],
  ['es', 15, 'Quedan 15 minutos para pagar'],
  ['pt', 3, 'Restam 3 minutos para pagar'],
  ['ru', 3, 'На оплату осталось 3 минуты'],
  ['ru', 15, 'На оплату осталось 15 минут'],
  ['ru', 21, 'На оплату осталась 21 минута'],
  ['ar', 3, 'بقيت 3 دقائق للدفع'],
  ['ar', 15, 'بقيت 15 دقيقة للدفع'],
];

describe('counted texts', () => {
  for (const [lang, minutes, words] of MINUTES) {
    it(`say "${words}"`, () => {
      equal(timeLeft(minutes * 60, find(lang)), words);
    });
  }

  it('write numbers as banks do, and in the groups of the language', () => {
    const text = {
      one: '{count}',
      two: '{count}',
      few: '{count}',
      many: '{count}',
      other: '{count}',
    };
    const shown = LANGUAGES.map((texts) => fillCount(texts, text, 1_234_567));
    deepEqual(shown, [
      '1,234,567',
      '12,34,567',
      '1.234.567',
      '1.234.567',
      '1\u00a0234\u00a0567',
      '1,234,567',
    ]);
  });
});
