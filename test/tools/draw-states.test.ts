// The drawing of the states, compared with the table from which it is made.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DIRECTIONS, STATES, TRANSITIONS } from '../../server/domain/record/trade.ts';
import { drawStates } from '../../tools/draw-states.ts';

const words = (svg: string, name: string) =>
  [...svg.matchAll(new RegExp(`<text class="${name}"[^>]*>(.*?)</text>`, 'g'))].map(
    ([, text = '']) => text,
  );

for (const direction of DIRECTIONS) {
  const ways = TRANSITIONS.filter((way) => way.direction === direction);
  const changes = ways.flatMap(({ act, from, to }) =>
    to.filter((state) => from !== 'new' && state !== from).map((state) => ({ act, from, state })),
  );

  describe(`the drawing of a ${direction}`, () => {
    const svg = drawStates(direction);

    it('has every state that the table can reach', () => {
      const reached = STATES.filter((state) => ways.some(({ to }) => to.includes(state)));
      deepEqual(words(svg, 'state').toSorted(), reached.toSorted());
    });

    it('has a head for every pair of states, and the name of every act of it', () => {
      const pairs = new Set(changes.map(({ from, state }) => `${from} ${state}`));
      equal([...svg.matchAll(/marker-(?:start|end)=/g)].length, pairs.size);
      const named = words(svg, 'act').flatMap((text) => text.match(/[a-z_]{3,}(?=[,<])/g) ?? []);
      const wanted = new Set(changes.map(({ act }) => act));
      deepEqual(new Set(named.filter((word) => word !== 'tspan')), wanted);
    });

    it('loads nothing and runs nothing', () => {
      deepEqual(svg.match(/<script|href=|url\((?!#)|@import/g), null);
    });
  });
}
