// A tie between two people: the one made or saw a way by which the other signs in, so both may be
// one human until a third says otherwise.

/**
 * Everything that makes, renews, revives or raises a way by which somebody signs in. `tied`:
 * whoever did it is tied to that person. What opens a way in the store takes a row of this table.
 */
export const SIGN_IN_WAYS = {
  invitation: { tied: true, why: 'made the person; the link goes to whoever invites' },
  invitation_link: { tied: true, why: 'a new link for somebody who has no password yet' },
  password_link: { tied: true, why: 'sets a new password' },
  factors_removed: { tied: true, why: 'the link sets up new second factors' },
  person_enabled: { tied: true, why: 'somebody who was gone signs in again' },
  role_raised: { tied: true, why: 'gives rights to somebody who had them not' },
  role_lowered: { tied: false, why: 'gives nothing that the person had not' },
  person_disabled: { tied: false, why: 'only ends access' },
  machine_owner: { tied: false, why: 'whoever rules the machine stands outside the rule' },
  machine_link: { tied: false, why: 'whoever rules the machine stands outside the rule' },
  sandbox_owner: { tied: false, why: 'made by the service, never in live mode' },
} as const satisfies Readonly<Record<string, { tied: boolean; why: string }>>;
export type SignInWay = keyof typeof SIGN_IN_WAYS;

/** The ways that tie, as they are stored. */
export const TYING_WAYS = (Object.keys(SIGN_IN_WAYS) as SignInWay[]).filter(
  (way) => SIGN_IN_WAYS[way].tied,
);

/** Who opens a way: people, and null for a token that belongs to nobody. Empty: the service. */
export type Opening = { way: SignInWay; makers: readonly (string | null)[] };

/** A token of nobody, whose proposal a person took over, still is one of the two. */
export function openingBy(
  way: SignInWay,
  { person_id, is_for_nobody }: { person_id: string | null; is_for_nobody?: true },
): Opening {
  return { way, makers: is_for_nobody === true ? [person_id, null] : [person_id] };
}

/** Opened by the service itself, or by whoever rules its machine. */
export const openedHere = (way: 'machine_owner' | 'machine_link' | 'sandbox_owner'): Opening => ({
  way,
  makers: [],
});

export type Tie = {
  person_id: string;
  /** Null: a token that belongs to nobody, so anybody. */
  tied_to: string | null;
};
