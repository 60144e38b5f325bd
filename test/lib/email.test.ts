// E-mail addresses that pages link to.
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { emailProblem } from '../../server/lib/email.ts';

const GOOD = ['help@shop.example', "o'brien+pay@mail.shop.example", 'a@b.co', '1@xn--p1ai.example'];

const WRONG = [
  '',
  'help',
  'help@',
  '@shop.example',
  'help@shop',
  'help@shop..example',
  'help@-shop.example',
  'a@b@shop.example',
  'help me@shop.example',
  'help@shop.example ',
  'help@shop.example?subject=x',
  'help@shop.example\r\nBcc: other@example.com',
  '"><script>@shop.example',
  `${'a'.repeat(65)}@shop.example`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(130)}example`,
];

test('an address is a local part and a domain of at least two labels', () => {
  for (const text of GOOD) equal(emailProblem(text), null, text);
  for (const text of WRONG) ok(emailProblem(text) !== null, text);
});
