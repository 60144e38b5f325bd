// How commands name a dispute, and how they show one.
import { type Json, path } from '../../client/client.ts';
import { record, type View } from '../../client/show.ts';

export const DISPUTE = 'MERCHANT/DISPUTE, as in the list';

export const withDispute = (row: Json): Json => ({
  dispute: `${String(row.merchant_id)}/${String(row.id)}`,
  ...row,
});

/** Begins with the form that other commands accept, instead of the two ids apart. */
export function disputeText(body: Json, view: View): string {
  const { dispute, id: _, merchant_id: __, ...rest } = withDispute(body);
  return record({ dispute, ...rest }, view);
}

/** The service checks both parts of `MERCHANT/ID`. */
export function disputePath(text: string): string {
  const at = text.indexOf('/');
  const [merchant, id] = at === -1 ? ['-', text] : [text.slice(0, at), text.slice(at + 1)];
  return path`/disputes/${merchant}/${id}`;
}
