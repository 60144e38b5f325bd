// What the rules of erasures are asked about, at random.
import {
  ERASED_KINDS,
  type ErasedCounts,
  type ErasureFacts,
} from '../../../server/domain/erasure/erase-payer.ts';
import { fc } from '../../support/property.ts';

const DAY_MS = 86_400_000;
export const NOW = 3_000 * DAY_MS;

const time = fc.integer({ min: 0, max: 2 * NOW });
const counts = fc
  .array(fc.nat(3), { minLength: ERASED_KINDS.length, maxLength: ERASED_KINDS.length })
  .map(
    (list) =>
      Object.fromEntries(ERASED_KINDS.map((kind, index) => [kind, list[index]])) as ErasedCounts,
  );
export const OPEN = [
  'has_open_dispute',
  'has_open_hold',
  'has_open_refund',
  'has_open_batch',
  'has_open_proposal',
] as const;
export const FACTS: fc.Arbitrary<ErasureFacts> = fc.record({
  now: fc.constant(NOW),
  ended_at: fc.integer({ min: 0, max: NOW }),
  final_at: fc.option(time),
  has_open_dispute: fc.boolean(),
  has_open_hold: fc.boolean(),
  has_open_refund: fc.boolean(),
  has_open_batch: fc.boolean(),
  has_open_proposal: fc.boolean(),
  counts,
  standing: fc.option(fc.record({ asked_at: time, erased_at: fc.option(time) })),
});
