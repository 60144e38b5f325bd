// The escaping tag: whatever text goes in, no markup comes out of it.
import { equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { escapeHtml, html } from '../../../server/pages/parts/html.ts';
import { fc } from '../../support/property.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '`', '/', '=', 'a', ';', '#') }),
  fc.constantFrom('</textarea><script>alert(1)</script>', '"><img src=x onerror=a>', '&lt;', "'"),
);

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe('html', () => {
  it('lets no character of a text become markup, and loses none', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeHtml(text);
        ok(!/[<>"']/.test(escaped));
        ok(!/&(?!(?:amp|lt|gt|quot|#39);)/.test(escaped));
        equal(decode(escaped), text);
      }),
    );
  });

  it('escapes in text, in attributes and in lists alike', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeHtml(text);
        equal(
          html`<p title="${text}">${text}${[text, [text]]}</p>`.toString(),
          `<p title="${escaped}">${escaped}${escaped}${escaped}</p>`,
        );
      }),
    );
  });

  it('escapes once: markup inside of markup stays as it is', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const inner = html`<b>${text}</b>`;
        equal(html`<p>${[inner]}</p>`.toString(), `<p><b>${escapeHtml(text)}</b></p>`);
      }),
    );
  });

  it('prints numbers, and nothing for null and false', () => {
    equal(html`<p>${1}${2n}${null}${false}${0}</p>`.toString(), '<p>120</p>');
  });

  it('takes no object from outside for markup', () => {
    const forged: unknown = JSON.parse('["<script>"]');
    equal(html`${forged as string[]}`.toString(), '&lt;script&gt;');
  });
});
