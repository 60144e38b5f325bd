// How much of each limit of the merchant a customer has used.
import { Progress, Stack, Text } from '@mantine/core';
import type { Customer, CustomerLimit } from '../../api/schema.gen.ts';
import { shownAmount } from '../../parts/amount/amount.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { CUSTOMER_TEXTS } from '../../texts/customers/customers.ts';

const { limits: texts } = CUSTOMER_TEXTS;
const WHOLE = 100;

function wordsOf({ limit, currency, used, most }: CustomerLimit): string {
  const shown = (value: number) =>
    currency === null ? value.toLocaleString() : shownAmount(value, currency);
  return texts.used[limit](shown(used), shown(most));
}

function Use({ of }: { of: CustomerLimit }) {
  const words = wordsOf(of);
  const is_full = of.used >= of.most;
  return (
    <div>
      <Text size="sm" {...(is_full ? { fw: 600 } : {})}>
        {words}
      </Text>
      <Progress
        value={of.most === 0 ? WHOLE : Math.min(WHOLE, (WHOLE * of.used) / of.most)}
        color={is_full ? 'red' : 'indigo'}
        aria-label={words}
      />
    </div>
  );
}

export function LimitsUsed({ customer: { merchant_id, limits } }: { customer: Customer }) {
  return (
    <CardSection
      title={texts.title}
      acts={
        <AnchorLink to="/merchants/$id/limits" params={{ id: merchant_id }} size="sm">
          {texts.set}
        </AnchorLink>
      }
    >
      {limits.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      ) : null}
      <Stack gap="xs">
        {limits.map((one) => (
          <Use key={`${one.limit} ${one.currency ?? ''}`} of={one} />
        ))}
      </Stack>
    </CardSection>
  );
}
