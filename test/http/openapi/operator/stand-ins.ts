// Recorded examples of operators as they are committed: besides what those of merchants have, all
// secrets, codes and cursors are replaced by values of the same form.
import { exampleText } from '../example-text.ts';

/** As long as a secret of 32 bytes in base64url. */
const SECRET = 'example-'.repeat(6).slice(0, 43);
const BASE32 = 'EXAMPLE'.repeat(5).slice(0, 32);
const FILLING = Buffer.from('example-'.repeat(4)).toString('base64');

/** The member with this name, a string of these characters. */
const member = (names: string, characters: string) =>
  new RegExp(`(?<="(?:${names})": ")${characters}(?=")`, 'g');

const SAME_FORM: readonly [pattern: RegExp, replacement: string][] = [
  [/pay\.test/g, 'pay.example'],
  [/http%3A%2F%2Fpay\.example/g, 'https%3A%2F%2Fpay.example'],
  [/http:\/\/localhost:\d+/g, 'https://id.example'],
  [/http%3A%2F%2Flocalhost%3A\d+/g, 'https%3A%2F%2Fid.example'],
  [/(?<=whsec_)[A-Za-z0-9+/]{43}=/g, FILLING],
  [/(?<="(?:test|op|feed|sk)_)[\w-]{43}(?=")/g, SECRET],
  [member('csrf_token|challenge', '[\\w-]{43}'), SECRET],
  [/(?<=[#=])[\w-]{43}(?=[&"\\])/g, SECRET],
  [member('id|rawId', '(?!0190f3a0)[\\w-]{43}'), SECRET],
  [member('id|userHandle', '(?!0190f3a0)[\\w-]{22}'), SECRET.slice(0, 22)],
  [member('clientDataJSON|attestationObject|authenticatorData', '[\\w-]+'), SECRET],
  [member('signature', '[\\w-]{87,}'), SECRET],
  [/(?<=")[0-9a-z]{4}(?:-[0-9a-z]{4}){3}(?=")/g, 'abcd-efgh-jkmn-pqrs'],
  [member('secret', '[A-Z2-7]{32}'), BASE32],
  [/(?<=secret=)[A-Z2-7]{32}/g, BASE32],
  [member('qr_svg', '(?:[^"\\\\]|\\\\.)*'), '<svg></svg>'],
  [member('code', '\\d{6}'), '123456'],
  [member('next_cursor', '[\\w-]+'), Buffer.from('["example"]').toString('base64url')],
  [/(?<="(?:mean|half_within|most_within|duration)_ms": )\d+/g, '60000'],
  // Of attention: the same time, in minutes.
  [/(?<="value": )\d{2,}(?=,\s+"unit": "minutes")/g, '2100'],
  // The tour itself may take some.
  [/(?<="value": )\d(?=,\s+"unit": "minutes")/g, '0'],
  [/for (?:1 minute|\d minutes)\b/g, 'for less than a minute'],
  [/(?<="value": )\d{4,}/g, '2100'],
  [/(?<="value": ")\d{10}(?=")/g, '1772685900'],
  [/(?<="duration": \{\s+"count": \d+,\s+"sum": )\d+/g, '60000'],
  [/\d+(?=,60000,60000,)/g, '60000'],
  // Since the true time at which the test began.
  [/the oldest for \d+ hours/g, 'the oldest for 35 hours'],
  [/the oldest for \d+ days/g, 'the oldest for 12 days'],
  [/(?<="age_seconds": )\d+/g, '126000'],
  // Each new migration would change them.
  [/(?<="migrations_(?:applied|known)": )\d+/g, '35'],
  [/(?<!0)\b[0-9a-f]{64}\b/g, '5f'.repeat(32)],
  [/20\d\d-\d\d-\d\d(?!T04:45)/g, '2026-03-05'],
  [/(?<=")20\d\d-\d\d(?=")/g, '2026-03'],
  [/(?<=[>(])20\d{6}(?=<)/g, '20260305'],
];

/** The first of its kind is 1, and so on: `P000…01` of the ids at banks. */
function counted(text: string, pattern: RegExp, form: (number: string, found: string) => string) {
  const numbers = new Map<string, number>();
  return text.replace(pattern, (found) => {
    const number = numbers.get(found) ?? numbers.size + 1;
    numbers.set(found, number);
    return form(String(number), found);
  });
}

export function operatorExampleText(examples: object): string {
  const replaced = SAME_FORM.reduce(
    (all, [from, to]) => all.replace(from, to),
    exampleText(examples),
  );
  const with_ids = counted(
    replaced,
    /(?<=\b|\\n)[PB]0[0-9A-HJKMNP-TV-Z]{14}\b/g,
    (number, found) => `${found.slice(0, 2)}${number.padStart(14, '0')}`,
  );
  return counted(with_ids, member('version', '[0-9a-f]{16}'), (number) => number.padStart(16, '0'));
}
