// Reads a request of a merchant that names the merchant in a field.
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import type {
  Fact,
  FactsFor,
  Field,
  RequestFields,
  RequestShape,
  Values,
} from '../../domain/request/request-shape.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { type Caller, refuseOtherMerchant } from './caller.ts';

type OwnFields = RequestFields & { readonly merchant_id: Field<string, Fact> };

/** 401 before anything about the fields is revealed; otherwise all wrong fields at once. */
export function readOwn<Of extends OwnFields>(
  caller: Caller,
  shape: RequestShape<Of>,
  raw: RawFields,
  ...facts: FactsFor<Of>
): Values<Of> | Refusal {
  const reading = beginReading(shape, raw, ...facts);
  const { merchant_id } = reading.values;
  return refuseOtherMerchant(caller, merchant_id ?? '') ?? reading.result();
}
