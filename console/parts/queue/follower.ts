// Which item of a queue opens when the open one has left it.

/** Whatever followed the item that is gone, in the order in which it was last seen. */
export function followerOf(
  before: readonly string[],
  now: readonly string[],
  gone: string | undefined,
): string | undefined {
  const at = gone === undefined ? -1 : before.indexOf(gone);
  const after = at < 0 ? [] : before.slice(at + 1);
  const earlier = at < 0 ? [] : before.slice(0, at).toReversed();
  return [...after, ...earlier].find((id) => now.includes(id)) ?? now[0];
}
