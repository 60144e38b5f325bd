// Whether a merchant's newest callbacks arrived, and a test with the newest of them.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Delivery } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { TEXTS } from '../../texts/en.ts';

const { endpoint: texts } = TEXTS.merchants;
const NEWEST = 20;

const hasFailed = ({ status, attempts }: Delivery) =>
  status === 'exhausted' || (status === 'waiting' && attempts > 0);

function wordsOf(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return texts.health_none;
  const failed = deliveries.filter(hasFailed).length;
  return failed === 0
    ? texts.health_good(deliveries.length)
    : texts.health_bad(failed, deliveries.length);
}

function Test({ newest }: { newest: Delivery | undefined }) {
  return (
    <ActButton
      {...texts.test}
      is_quiet
      why_not={newest === undefined ? texts.test.why_not : undefined}
      run={async (note, idempotency_key) => {
        if (newest === undefined) return null;
        const { merchant_id, trade_id, sequence } = newest;
        const body = { merchant_id, trade_id, sequence, note };
        return await call('resendDelivery', { body, idempotency_key });
      }}
    />
  );
}

export function EndpointHealth({ merchant_id }: { merchant_id: string }) {
  const { can } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['health of callbacks', merchant_id],
    queryFn: ({ signal }) =>
      call('listDeliveries', { query: { merchant_id, limit: NEWEST }, signal }),
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const deliveries = data?.data ?? [];
  const failure = deliveries.find(hasFailed);
  return (
    <CardSection
      title={texts.health}
      acts={can('callbacks.resend') ? <Test newest={deliveries[0]} /> : null}
    >
      <Text>{wordsOf(deliveries)}</Text>
      {failure === undefined ? null : (
        <Text size="sm" c="red">
          {texts.last_error}: {failure.last_error ?? failure.last_status}
        </Text>
      )}
      <AnchorLink to="/callbacks" search={{ merchant_id }} size="sm">
        {texts.all}
      </AnchorLink>
    </CardSection>
  );
}
