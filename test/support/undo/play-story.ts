// Plays the story of an undoing act, and returns its postings with ids that are the same in each
// run.
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { Ground, GroundEntry } from './undo-ground.ts';

/** Plays the steps that post, and returns the step that undoes them. */
type Play = (on: Ground) => Promise<() => Promise<unknown>>;
export type Story = Play | { with_holds: Play };
export type Stories = Readonly<Record<string, Story>>;

/** Removes the ids that differ from run to run. */
function plainly(
  { merchant, house, account }: Ground,
  entries: readonly GroundEntry[],
): GroundEntry[] {
  const names = new Map([
    [merchant.merchant_id, 'merchant'],
    [house.merchant_id, 'house'],
    [account.receiving_account_id, 'account'],
  ]);
  const named = (text: string) => {
    let plain = text;
    for (const [id, name] of names) plain = plain.replaceAll(id, name);
    return plain;
  };
  return entries.map(({ book, act, postings }) => ({
    book: named(book),
    act,
    postings: postings.map((leg) => ({ ...leg, account: named(leg.account) })),
  }));
}

const BOOKS = ['merchant', 'house', HOUSE_BOOK];

const byBook = (entries: readonly GroundEntry[]): GroundEntry[][] =>
  BOOKS.map((book) => entries.filter((entry) => entry.book === book));

/** The postings until `change` was called, and those of the undoing act after it. */
export async function playStory(
  on: Ground,
  story: Story,
  change: () => void,
): Promise<{ done: GroundEntry[]; undoing: GroundEntry[] }> {
  const play = 'with_holds' in story ? story.with_holds : story;
  const undo = await play(on);
  const done = byBook(plainly(on, await on.entries()));
  change();
  await undo();
  const all = byBook(plainly(on, await on.entries()));
  const undoing = all.map((entries, index) => entries.slice(done[index]?.length ?? 0));
  return { done: done.flat(), undoing: undoing.flat() };
}
