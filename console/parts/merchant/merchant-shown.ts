// A merchant in a list: the name that the answer carries.
import { shortId } from '../names/short-id.ts';

type OfMerchant = { readonly merchant_id: string | null; readonly merchant_name: string | null };

/** The end of its id as long as the name is not known. */
export const merchantShown = ({ merchant_id, merchant_name }: OfMerchant): string =>
  merchant_name ?? shortId(merchant_id ?? '');
