// Which language a visitor gets: by Accept-Language, whatever a client may send as one.
import { equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  acceptedLanguage,
  chosenLanguage,
  LANGUAGES,
} from '../../../server/pages/texts/languages.ts';
import { fc } from '../../support/property.ts';

const HEADERS: readonly [string | undefined, string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['hi', 'hi'],
  ['hi-IN,hi;q=0.9,en-US;q=0.8,en;q=0.7', 'hi'],
  ['pt-BR', 'pt'],
  ['PT-pt', 'pt'],
  ['ar-EG, en;q=0.5', 'ar'],
  ['en;q=0.4, ru;q=0.9, es;q=0.8', 'ru'],
  ['es, pt', 'es'],
  ['de, fr;q=0.9', 'en'],
  ['de, fr;q=0.9, es-419;q=0.1', 'es'],
  ['ru;q=0, es;q=0.1', 'es'],
  ['ru;q=9, es', 'es'],
  ['ru;q=nonsense, es;q=0.2', 'es'],
  ['est, arn, hif, enm', 'en'],
  ['hi ; q=0.9 , ru ; q=1', 'ru'],
  [`${'de,'.repeat(200)}ru`, 'en'],
];

describe('the language of a visitor', () => {
  for (const [header, lang] of HEADERS) {
    it(`is ${lang} by ${JSON.stringify(header?.slice(0, 40))}`, () => {
      equal(acceptedLanguage(header).lang, lang);
    });
  }

  it('is one of ours whatever a client sends', () => {
    const part = fc.constantFrom('hi', 'RU-ru', ',', ';', 'q=', '0.5', 'q=1', '*', ' ', '-', 'x');
    const header = fc.oneof(
      fc.string(),
      fc.array(part).map((parts) => parts.join('')),
    );
    fc.assert(fc.property(header, (text) => ok(LANGUAGES.includes(acceptedLanguage(text)))));
  });

  it('is chosen by its code alone', () => {
    for (const texts of LANGUAGES) equal(chosenLanguage(texts.lang), texts);
    for (const other of ['EN', 'en-US', '', 'xx', '__proto__', undefined, ['hi'], {}]) {
      equal(chosenLanguage(other), null);
    }
  });
});
