// The closings of a receiving account's days, page by page, for a file.
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { selectClosings } from '../../store/proof/closings.ts';
import type { Closing } from '../../store/proof/proof-days.ts';
import type { App } from '../process/app.ts';

const PAGE = 500;

/** Every revision, newest day first. */
export async function* pagesOfClosings(
  app: App,
  { receiving_account_id }: ReceivingAccount,
): AsyncGenerator<Closing[]> {
  let after: Closing | null = null;
  do {
    const page: Closing[] = await selectClosings(app.store.db, receiving_account_id, after, PAGE);
    yield page;
    after = page.length < PAGE ? null : (page.at(-1) ?? null);
  } while (after !== null);
}
