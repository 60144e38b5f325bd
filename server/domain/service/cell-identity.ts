// Whether a schema is the cell that CELLS says it is: judged before anything of it is served.

/** Each has connections, caches and jobs of its own in every process. */
export const CELLS_MOST = 16;
export const CELL_NAME = { maxLength: 32, pattern: '^[a-z][a-z0-9-]*$' } as const;

export type CellIdentity = {
  /** The same in all cells of an installation. */
  readonly installation_id: string;
  readonly name: string;
  readonly is_control: boolean;
};

/** What is found in a schema. */
export type CellSeen = {
  /** Null: it has never been a cell. */
  readonly identity: CellIdentity | null;
  /** Of merchants or receiving accounts. */
  readonly has_data: boolean;
};

export type CellWish = {
  readonly name: string;
  /** Null for the control cell itself. */
  readonly control: CellIdentity | null;
};

/** What a cell becomes or is; otherwise the sentence that refuses it. */
export type JudgedCell =
  | { readonly is_new: boolean; readonly identity: CellIdentity }
  | { readonly problem: string };

function judgeControl(name: string, { identity }: CellSeen, new_id: string): JudgedCell {
  // Its data stay where they are: whoever adds a second cell moves nothing.
  if (identity === null) {
    return { is_new: true, identity: { installation_id: new_id, name, is_control: true } };
  }
  if (!identity.is_control) {
    const found = `${name} leads to the cell ${identity.name} of an installation`;
    return { problem: `CELLS: the first cell must be the control cell, but ${found}.` };
  }
  if (identity.name !== name) {
    return { problem: `CELLS: the control cell has the name ${identity.name}, not ${name}.` };
  }
  return { is_new: false, identity };
}

/** `new_id` becomes the installation's if the control cell is new. */
export function judgeCell({ name, control }: CellWish, seen: CellSeen, new_id: string): JudgedCell {
  if (control === null) return judgeControl(name, seen, new_id);
  const { identity, has_data } = seen;
  const { installation_id } = control;
  if (identity === null) {
    if (!has_data) return { is_new: true, identity: { installation_id, name, is_control: false } };
    return {
      problem:
        `CELLS: the schema of ${name} has merchants or receiving accounts of a service of its ` +
        'own, which cannot become a cell of another one: give an empty schema.',
    };
  }
  if (identity.installation_id !== installation_id) {
    return {
      problem: `CELLS: ${name} leads to the cell ${identity.name} of another installation.`,
    };
  }
  if (identity.name !== name) {
    const found = `${name} leads to the schema of the cell ${identity.name}`;
    return { problem: `CELLS: ${found}: each cell is a schema of its own.` };
  }
  return { is_new: false, identity };
}

/** Null if CELLS names every cell that the control cell knows. */
export function missingCells(known: readonly string[], given: readonly string[]): string | null {
  const missing = known.filter((name) => !given.includes(name));
  if (missing.length === 0) return null;
  return (
    `CELLS lacks ${missing.join(', ')}, which this installation has: its merchants would be ` +
    'refused as unknown. Name every cell, also one that is away.'
  );
}

/** For a start without CELLS; null if the schema is the only one of its installation. */
export function cellAlone(identity: CellIdentity | null, known: readonly string[]): string | null {
  if (identity === null || (identity.is_control && known.length <= 1)) return null;
  return (
    `DATABASE_URL leads to the cell ${identity.name} of an installation with several: ` +
    'start the service with CELLS.'
  );
}
