// Gives a filled database the people of a large house and of its merchants, with names by which
// the service finds them.
import { newId } from '../../server/app/process/ids.ts';
import { newPerson } from '../../server/domain/person/change-person.ts';
import { openedHere } from '../../server/domain/record/tie.ts';
import { insertPerson } from '../../server/store/access/people.ts';
import { withApp } from '../harness/bench-app.ts';

const FIRST_NAMES = 400;

/** What the searches of a measurement ask for: the name of many, and of the one made first. */
export const KNOWN_PEOPLE = { frequent_name: 'given7', rare_name: 'given0 family0' } as const;

const roleOf = (merchant_id: string | null) =>
  merchant_id === null ? 'viewer' : 'merchant_viewer';

/** Of ten people one is of the house; the others are of the merchants in turn. */
export async function fillPeople(
  url: string,
  merchants: readonly string[],
  count: number,
): Promise<void> {
  await withApp(url, async ({ store: { db, cipher } }) => {
    await db.transaction(async (tx) => {
      for (let number = 0; number < count; number += 1) {
        const merchant_id =
          number % 10 === 0 ? null : (merchants[number % merchants.length] ?? null);
        const person = newPerson(
          {
            person_id: newId(),
            name: `given${number % FIRST_NAMES} family${number}`,
            email: `person-${number}@house.example`,
            role: roleOf(merchant_id),
            merchant_id,
          },
          Date.now(),
        );
        await insertPerson(tx, cipher, person, openedHere('sandbox_owner'));
      }
    });
  });
}
