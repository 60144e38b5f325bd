// The way to one callback: the event in words, which leads to its attempts.
import type { Delivery } from '../../api/schema.gen.ts';
import { eventName } from '../../texts/callback-words.ts';
import { AnchorLink } from '../links.tsx';

type Props = {
  readonly of: Pick<Delivery, 'merchant_id' | 'trade_id' | 'sequence' | 'endpoint' | 'type'>;
  /** In place of the event. */
  readonly name?: string;
};

/** An address that the order gave stands in place of the default endpoint, and has its number. */
const endpointPath = (endpoint: number | null): string => String(endpoint ?? 0);

export function DeliveryLink({ of, name }: Props) {
  const { merchant_id, trade_id, sequence, endpoint, type } = of;
  return (
    <AnchorLink
      to="/callbacks/$merchant_id/$trade_id/$sequence/$endpoint"
      params={{
        merchant_id,
        trade_id,
        sequence: String(sequence),
        endpoint: endpointPath(endpoint),
      }}
    >
      {name ?? eventName(type)}
    </AnchorLink>
  );
}
