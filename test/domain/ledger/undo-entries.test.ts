// Entries that undo a posting use the posted amounts: a later change of a rounding rule or a fee
// does not affect them.
import '../../support/undo/change-rules.ts';
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { rule } from '../../support/undo/switched-rate.ts';

const { groundInMemory } = await import('../../support/undo/undo-ground.ts');
const { UNDO_STORIES } = await import('../../support/undo/undo-stories.ts');
const { playStory } = await import('../../support/undo/play-story.ts');
const { act } = await import('../../support/model/domain-commands.ts');
const { credited, taken, held } = await import('../../support/undo/undo-steps.ts');

afterEach(() => {
  rule.is_changed = false;
});

const changeRule = () => {
  rule.is_changed = true;
};

for (const { act, name, story } of UNDO_STORIES) {
  test(`${act}: ${name}, by the sums that were posted`, async () => {
    const ground = () => groundInMemory('with_holds' in story);
    const plain = await playStory(ground(), story, () => undefined);
    const changed = await playStory(ground(), story, changeRule);
    assert.ok(
      plain.undoing.some((entry) => entry.act === act),
      `nothing posted ${act}`,
    );
    assert.deepEqual(changed, plain);
  });
}

test('the changed rule counts for what is posted after it', async () => {
  const play = async (on: Parameters<typeof credited>[0]) => () => credited(on);
  const plain = await playStory(groundInMemory(false), play, () => undefined);
  const changed = await playStory(groundInMemory(false), play, changeRule);
  assert.notDeepEqual(changed, plain);
});

test('a pay-out that is paid takes what was held for it', async () => {
  const on = groundInMemory(false);
  const sent = await taken(on, await held(on));
  changeRule();
  await on.submit(act(sent.trade, 'complete'));
  const blocked = (await on.entries())
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === 'blocked');
  assert.deepEqual(
    blocked.map((leg) => leg.amount_cents),
    [123n, -123n],
  );
});
