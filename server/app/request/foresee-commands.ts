// Reads the facts of now for commands that are only looked at: nothing is written or locked.
import type { Command } from '../../domain/batch/command.ts';
import type { World } from '../../domain/batch/world.ts';
import { workOf } from '../../domain/decide.ts';
import type { Bands } from '../../domain/record/band.ts';
import { previewCommands } from '../../store/batch/preview.ts';
import type { App } from '../process/app.ts';

/**
 * `look` decides on the world that the commands would find. `bands`: none if it does not matter
 * whether a second person has to agree.
 */
export async function foreseeCommands<Seen>(
  app: App,
  commands: readonly Command[],
  look: (world: World) => Seen,
  given: { readonly bands?: Bands } = {},
): Promise<Seen> {
  const { hold_terms, is_shared, bands: set } = await app.settings.current();
  const bands = given.bands ?? set;
  return await previewCommands(app.store, workOf(commands), { hold_terms, is_shared, bands }, look);
}
