// The names of people and of operators' tokens, for answers that say who did something.
import { readPersonNames } from '../../store/access/people.ts';
import type { App } from '../process/app.ts';

/** By their ids; those that are unknown are absent. */
export async function namesOfOperators(
  app: App,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const names = await readPersonNames(app.store.db, app.store.cipher, ids);
  const { operator_tokens } = await app.settings.current();
  for (const { operator_token_id, name } of operator_tokens.values()) {
    if (ids.includes(operator_token_id)) names.set(operator_token_id, name);
  }
  return names;
}
