// Facts within a text: escaped, apart from the direction around them, none lost.
import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillHtml, numeral } from '../../../server/pages/parts/fill-html.ts';

describe('a text with facts', () => {
  it('keeps each in a bdi, escaped as the text itself is', () => {
    equal(
      fillHtml('<Pay> {merchant} & {merchant}.', { merchant: 'A<b>' }).toString(),
      '&lt;Pay&gt; <bdi>A&lt;b&gt;</bdi> &amp; <bdi>A&lt;b&gt;</bdi>.',
    );
  });

  it('takes markup for a fact, and says nothing twice', () => {
    equal(
      fillHtml('{amount}!', { amount: numeral('1 INR') }).toString(),
      '<bdi><span class="numeral" dir="ltr">1 INR</span></bdi>!',
    );
  });

  it('shows the name of a fact that is not there, so that it is seen', () => {
    equal(fillHtml('a {b} c', {}).toString(), 'a {b} c');
  });
});
