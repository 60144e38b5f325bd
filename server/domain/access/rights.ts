// Whether somebody has a right: by their role, and by the scopes of their token.
import { type Refusal, refuse } from '../service/refusal.ts';
import { RIGHT_TABLE, type RightRow } from './right-table.ts';
import { type OperatorRole, RIGHT_SCOPES, type RightScope } from './roles.ts';

export type Right = keyof typeof RIGHT_TABLE;

export const RIGHTS: Readonly<Record<Right, RightRow>> = RIGHT_TABLE;

export type RightsHolder = {
  role: OperatorRole;
  /** Null: everything that the role has. */
  scopes: readonly RightScope[] | null;
};

export function roleHas(role: OperatorRole, right: Right): boolean {
  return RIGHTS[right].roles.includes(role);
}

/** Null if the holder has the right; otherwise what lacks it. */
export function missingRight(holder: RightsHolder, right: Right): 'role' | 'scopes' | null {
  if (!roleHas(holder.role, right)) return 'role';
  const { scopes } = holder;
  return scopes === null || scopes.includes(RIGHTS[right].scope) ? null : 'scopes';
}

export const ALL_RIGHTS = Object.keys(RIGHTS) as Right[];

export function rightsOf(holder: RightsHolder): Right[] {
  return ALL_RIGHTS.filter((right) => missingRight(holder, right) === null);
}

/** The rights that the one has and the other has not. */
export function rightsBeyond(holder: RightsHolder, other: RightsHolder): Right[] {
  return rightsOf(holder).filter((right) => missingRight(other, right) !== null);
}

/** The scopes of which a role has at least one right. */
export function scopesOf(role: OperatorRole): RightScope[] {
  const scopes = new Set(rightsOf({ role, scopes: null }).map((right) => RIGHTS[right].scope));
  return RIGHT_SCOPES.filter((scope) => scopes.has(scope));
}

/** Whoever may not see a record does not learn who looks at it. */
export function refuseLook(holder: RightsHolder, right: Right): Refusal | null {
  if (missingRight(holder, right) === null) return null;
  const detail = `You have not the right ${right}, so you cannot see who looks at it.`;
  return refuse('forbidden', detail, { extra: { missing_right: right } });
}
