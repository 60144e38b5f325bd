// Codes of authenticator apps: the vectors of the RFCs, the window, and that no code works twice.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  type CodeHmac,
  findTotpStep,
  otpauthUri,
  readTotpCode,
  TOTP,
  totpCode,
  totpStep,
} from '../../../server/domain/factor/totp.ts';
import { fc } from '../../support/property.ts';

const hmacOf =
  (secret: Uint8Array): CodeHmac =>
  (message) =>
    createHmac('sha1', secret).update(message).digest();

const RFC_SECRET = Buffer.from('12345678901234567890');
const rfc = hmacOf(RFC_SECRET);

test('the vectors of RFC 6238, appendix B', () => {
  const table: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of table) {
    assert.equal(totpCode(rfc, totpStep(seconds * 1_000), 8), code, `${seconds}`);
    assert.equal(totpCode(rfc, totpStep(seconds * 1_000)), code.slice(2), `${seconds}`);
  }
});

test('the vectors of RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583'];
  for (const [step, code] of codes.entries()) assert.equal(totpCode(rfc, step), code);
});

const SECRET = fc.uint8Array({ minLength: TOTP.secret_bytes, maxLength: TOTP.secret_bytes });
const NOW = fc.integer({ min: 10 * 365 * 86_400_000, max: 200 * 365 * 86_400_000 });

test('the codes of the step before and after are accepted, and no others', () => {
  fc.assert(
    fc.property(SECRET, NOW, fc.integer({ min: -5, max: 5 }), (secret, now, distance) => {
      const hmac = hmacOf(secret);
      const step = totpStep(now) + distance;
      const code = totpCode(hmac, step);
      const near = [-1, 0, 1].some((one) => totpCode(hmac, totpStep(now) + one) === code);
      const found = findTotpStep(hmac, { code, now, last_step: null });
      assert.equal(found !== null, near);
      if (Math.abs(distance) <= 1) assert.equal(found !== null && found <= step, true);
    }),
  );
});

test('a code that was used never works again, nor does an earlier one', () => {
  fc.assert(
    fc.property(SECRET, NOW, fc.integer({ min: -1, max: 1 }), (secret, now, distance) => {
      const hmac = hmacOf(secret);
      const present = totpStep(now);
      const code = totpCode(hmac, present + distance);
      for (let last_step = present + distance; last_step <= present + 1; last_step += 1) {
        const found = findTotpStep(hmac, { code, now, last_step });
        // Two steps may have the same code by chance: then it belongs to the later one.
        if (found !== null) assert.equal(found > last_step, true);
        else assert.equal(found, null);
      }
      const last_step = present + 1;
      assert.equal(findTotpStep(hmac, { code, now, last_step }), null);
    }),
  );
});

test('a code with one wrong digit is refused', () => {
  fc.assert(
    fc.property(SECRET, NOW, fc.nat(5), fc.integer({ min: 1, max: 9 }), (secret, now, at, by) => {
      const hmac = hmacOf(secret);
      const right = totpCode(hmac, totpStep(now));
      const digit = (Number(right.charAt(at)) + by) % 10;
      const code = `${right.slice(0, at)}${digit}${right.slice(at + 1)}`;
      const near = [-1, 1].some((one) => totpCode(hmac, totpStep(now) + one) === code);
      assert.equal(findTotpStep(hmac, { code, now, last_step: null }) !== null, near);
    }),
  );
});

test('a code is read as apps show it', () => {
  const table: [typed: string, expected: string | null][] = [
    ['123456', '123456'],
    ['123 456', '123456'],
    [' 012345 ', '012345'],
    ['12345', null],
    ['1234567', null],
    ['12345a', null],
    ['١٢٣٤٥٦', null],
    ['123456\n', null],
    ['', null],
  ];
  for (const [typed, expected] of table) assert.equal(readTotpCode(typed), expected, typed);
});

test('the address for apps names issuer and account, whatever characters they have', () => {
  const account = 'anna+ops@pay.example';
  const uri = otpauthUri({ issuer: 'pay.example: 50 % & more', account, secret: RFC_SECRET });
  const url = new URL(uri);
  assert.equal(url.protocol, 'otpauth:');
  assert.equal(url.host, 'totp');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'pay.example: 50 % & more',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  assert.equal(
    uri.split('?')[0],
    'otpauth://totp/pay.example%3A%2050%20%25%20%26%20more:anna%2Bops%40pay.example',
  );
});
