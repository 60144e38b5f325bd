// The search over the documents: one function for the service and for the browser.

export type Section = {
  /** Below /docs, with the anchor: `guide/pay-ins#states`. */
  at: string;
  page: string;
  heading: string;
  text: string;
};

export type Hit = { at: string; page: string; heading: string; excerpt: string };

/** Longer queries are cut. */
export const QUERY_MAX = 100;

/**
 * The best sections that have all words of the query. Browsers get the source text of this
 * function, so that it must not use anything from outside itself.
 */
export function findSections(sections: readonly Section[], query: string, most: number): Hit[] {
  const words = query
    .slice(0, 100)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '')
    .slice(0, 8);
  if (words.length === 0) return [];
  /** At the start of a word it counts more than within one. */
  const weigh = (text: string, word: string, weight: number): number => {
    const at = text.indexOf(word);
    if (at === -1) return 0;
    if (text === word) return weight * 3;
    return at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? weight * 2 : weight;
  };
  /** What developers read first; reasons for the design come last. */
  const rank = (at: string): number => {
    if (at.startsWith('adr/')) return 0.3;
    if (at.startsWith('guide/')) return 1.6;
    return /^(?:reference\/errors|api\/operator)\//.test(at) ? 0.8 : 1;
  };
  const found: { section: Section; score: number }[] = [];
  for (const section of sections) {
    const heading = section.heading.toLowerCase();
    const page = section.page.toLowerCase();
    const text = section.text.toLowerCase();
    const scores = words.map(
      (word) => weigh(heading, word, 20) + weigh(page, word, 8) + weigh(text, word, 2),
    );
    if (scores.includes(0)) continue;
    const whole = heading.replace(/[^\p{L}\p{N}_]+/gu, ' ').includes(words.join(' ')) ? 30 : 0;
    const score = whole + scores.reduce((sum, one) => sum + one, 0);
    found.push({ section, score: score * rank(section.at) });
  }
  found.sort((a, b) => b.score - a.score);
  return found.slice(0, most).map(({ section }) => {
    const { at, page, heading, text } = section;
    const first = Math.max(0, text.toLowerCase().indexOf(words[0] ?? ''));
    const from = first < 60 ? 0 : text.indexOf(' ', first - 50) + 1;
    const until = text.length - from > 160 ? text.lastIndexOf(' ', from + 160) : text.length;
    const end = until < text.length ? ' …' : '';
    const excerpt = `${from > 0 ? '… ' : ''}${text.slice(from, until)}${end}`;
    return { at, page, heading, excerpt };
  });
}
