// The rules for passwords: length, canonical form, and those that others would try first.
import { equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  canonicalPassword,
  PASSWORD_LENGTH,
  passwordProblem,
} from '../../../server/domain/access/password.ts';
import { fc } from '../../support/property.ts';

const ADA = { email: 'ada.lovelace@engines.example', name: 'Ada Lovelace' };

const REFUSED: readonly (readonly [password: string, problem: RegExp])[] = [
  ['short and ok', /^$/],
  ['elevenchars', /at least 12/],
  ['', /at least 12/],
  ['x'.repeat(300), /at most 256/],
  ['\u{1f600}'.repeat(600), /at most 256/],
  ['aaaaaaaaaaaaaaaa', /repeat/],
  ['abababababababab', /repeat/],
  ['password1234', /everybody/],
  ['Password2026!', /everybody/],
  ['qwertyuiop12', /everybody/],
  ['QWERTY-qwerty-123456', /everybody/],
  ['ＰＡＳＳＷＯＲＤ１２３４', /everybody/],
  ['lovelace2026', /your name/],
  ['ada.lovelace@engines.example', /your name/],
  ['Lovelace-Ada-1815', /your name/],
  ['engines12345', /your name/],
  ['tab\tinside it is', /control/],
  ['\ud800 lone surrogate', /well-formed/],
  ['correct horse battery staple', /^$/],
  ['päßwörter sind gut', /^$/],
  ['пароль из пяти слов', /^$/],
];

describe('a new password', () => {
  for (const [password, problem] of REFUSED) {
    const shown = JSON.stringify(password.slice(0, 30));
    it(`${shown} is ${problem.source === '^$' ? 'accepted' : `refused: ${problem.source}`}`, () => {
      match(passwordProblem(password, ADA) ?? '', problem);
    });
  }

  it('has one canonical form, however it is typed', () => {
    equal(canonicalPassword('e\u0301te\u0301'), canonicalPassword('été'));
    equal(canonicalPassword('ﬁsh'), 'fish');
  });

  it('is counted in characters of its canonical form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const length = [...canonicalPassword(text)].length;
        const is_fit = length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
        return is_fit || passwordProblem(text, ADA) !== null;
      }),
    );
  });

  it('of random characters is accepted', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'bdfhjlnprtvxz24680'),
      minLength: 40,
      maxLength: 60,
    });
    fc.assert(
      fc.property(letters, (text) => new Set(text).size < 5 || passwordProblem(text, ADA) === null),
    );
  });
});
