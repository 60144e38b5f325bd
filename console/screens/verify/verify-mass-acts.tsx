// One decision about several pay-ins to verify: a frozen set, and a result for each.
import { Group, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { VerifyItem } from '../../api/schema.gen.ts';
import { MassAct } from '../../parts/mass/mass-act.tsx';
import { actOneByOne } from '../../parts/mass/one-by-one.ts';
import { MASS_TEXTS as mass } from '../../texts/parts.ts';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';

const moneyOf = ({ trade }: VerifyItem) => ({
  amount_cents:
    trade.received_amount_cents === 0 ? trade.amount_cents : trade.received_amount_cents,
  currency: trade.amount_currency,
});

const keyOf = ({ trade }: VerifyItem) => trade.id;
const nameOf = ({ trade }: VerifyItem) => trade.order_id;
const expected = ({ trade }: VerifyItem) => ({ expected_sequence: trade.sequence });
const pathOf = ({ trade }: VerifyItem) => ({ merchant_id: trade.merchant_id, id: trade.id });

export function VerifyMassActs({ items }: { items: readonly VerifyItem[] }) {
  return (
    <Group gap="xs">
      <Text size="sm">{mass.selected(items.length)}</Text>
      <MassAct
        label={texts.mass_confirm}
        what={texts.mass_confirm_what}
        rows={items}
        moneyOf={moneyOf}
        run={(rows, note, intent) =>
          actOneByOne(rows, intent, {
            keyOf,
            nameOf,
            act: (item, idempotency_key) =>
              call('confirmTrade', {
                path: pathOf(item),
                body: { note, ...expected(item) },
                idempotency_key,
              }),
          })
        }
      />
      <MassAct
        label={texts.mass_fail}
        what={texts.mass_fail_what}
        rows={items}
        moneyOf={moneyOf}
        is_dangerous
        run={(rows, note, intent) =>
          actOneByOne(rows, intent, {
            keyOf,
            nameOf,
            act: (item, idempotency_key) =>
              call('failTrade', {
                path: pathOf(item),
                body: { note, reason: 'payment_not_found', ...expected(item) },
                idempotency_key,
              }),
          })
        }
      />
    </Group>
  );
}
