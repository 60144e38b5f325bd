// The merchant's details on pages, and the origins that may frame these pages.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  frameAncestorProblem,
  NO_BRANDING,
  pageBranding,
} from '../../../server/domain/merchant/branding.ts';

describe('a merchant that has said nothing', () => {
  it('has its name, and the page’s own looks', () => {
    deepEqual(pageBranding('Shop', NO_BRANDING), {
      name: 'Shop',
      footer: null,
      logo_path: null,
      logo_size: null,
      colors: null,
      colors_path: null,
      frame_ancestors: [],
      contact_email: null,
      contact_phone: null,
      contact_url: null,
    });
  });
});

describe('a merchant’s logo and colour', () => {
  it('have addresses that change with what they show', () => {
    const hash = 'ab'.repeat(32);
    const logo = { hash, content_type: 'image/jpeg', width: 200, height: 50 } as const;
    const found = pageBranding('Shop', {
      ...NO_BRANDING,
      display_name: 'S',
      color: '#0a7d4b',
      logo,
    });
    equal(found.name, 'S');
    equal(found.logo_path, `/pay/logos/${hash}.jpg`);
    deepEqual(found.logo_size, { width: 200, height: 50 });
    equal(found.colors_path, '/pay/colors/0a7d4b.css');
    equal(found.colors?.light.accent, '#0a7d4b');
  });
});

describe('an origin that may frame pages', () => {
  const judge = (raw: string, allow_local = false) => {
    const url = new URL(raw);
    const { origin, hostname: host, port, protocol } = url;
    const has_credentials = url.username !== '';
    const address = { scheme: protocol.slice(0, -1), host, port, has_credentials, raw, origin };
    return frameAncestorProblem(address, { allow_local });
  };

  for (const fine of ['https://shop.example', 'https://shop.example:8443', 'https://a.b.example']) {
    it(`is ${fine}`, () => equal(judge(fine), null));
  }

  for (const wrong of [
    'https://shop.example/',
    'https://shop.example/path',
    'https://*.shop.example',
    'https://shop.example?a',
    'https://user@shop.example',
    'http://shop.example',
    'https://localhost',
    'https://10.0.0.1',
    'javascript:alert(1)',
    'data:text/html,x',
    "https://shop.example;script-src'",
    'https://shop.example,https://evil.example',
    'https://SHOP.example',
  ]) {
    it(`is not ${wrong}`, () => equal(typeof judge(wrong), 'string'));
  }

  it('may be this machine where a shop is tried', () => {
    equal(judge('http://localhost:3000', true), null);
    equal(judge('http://127.0.0.1:3000', true), null);
  });
});
