// The cell that has what a request names by its id alone, such as a bank line: every cell is asked,
// because nothing else knows where it is.
import { hasAnyObject, OBJECT_KINDS, type ObjectKind } from '../../store/access/objects-there.ts';
import { askCell } from './ask-cell.ts';
import type { FoundCell, ServedCells } from './cells.ts';

export type NamedObjects = { readonly kind: ObjectKind; readonly ids: readonly string[] };

/** By the first part of an address of the operator API. */
export const objectKind = (name: string): ObjectKind | null =>
  OBJECT_KINDS.find((kind) => kind === name) ?? null;

/** Ids are unique over all cells: one that has it is the place, whichever others are away. */
export async function findObject(
  { all }: ServedCells,
  { kind, ids }: NamedObjects,
): Promise<FoundCell> {
  const asked = await Promise.all(
    all.map(async ({ name, app: appOf }) => {
      const app = appOf();
      const has = await askCell(app, ({ store }) => hasAnyObject(store.db, kind, ids));
      return { name, app, has };
    }),
  );
  const [holder, ...others] = asked.flatMap(({ name, app, has }) =>
    app !== null && has === true ? [{ name, app }] : [],
  );
  if (holder !== undefined && others.length === 0) return { kind: 'cell', ...holder };
  if (holder !== undefined) {
    return { kind: 'several', names: [holder, ...others].map(({ name }) => name) };
  }
  const names = asked.flatMap(({ name, has }) => (has === null ? [name] : []));
  return names.length === 0 ? { kind: 'nowhere' } : { kind: 'away', names };
}
