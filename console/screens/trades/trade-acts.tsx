// What can be done with a trade now. The service's own list decides; this only asks for the reason.
import { Group } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { TradeWithTimeline } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { TEXTS } from '../../texts/en.ts';

/** Acts that need nothing but a reason, in the order of a working day. */
const OPERATIONS = {
  confirm: 'confirmTrade',
  take: 'takeTrade',
  release: 'releaseTrade',
  fail: 'failTrade',
  cancel: 'cancelTrade',
  dispute: 'disputeTrade',
  reverse: 'reverseTrade',
} as const;

type PlainAct = keyof typeof OPERATIONS;
const PLAIN_ACTS = Object.keys(OPERATIONS) as PlainAct[];
const DANGEROUS: readonly PlainAct[] = ['fail', 'reverse'];

export function TradeActs({ detail }: { detail: TradeWithTimeline }) {
  const { trade, next_acts } = detail;
  const path = { merchant_id: trade.merchant_id, id: trade.id };
  return (
    <Group gap="xs">
      {PLAIN_ACTS.filter((act) => next_acts.includes(act)).map((act) => {
        const { label, what, done, reasons } = TEXTS.trade_acts[act];
        return (
          <ActButton
            key={act}
            label={label}
            what={what}
            done={done}
            reasons={reasons}
            {...(DANGEROUS.includes(act) ? { is_dangerous: true as const } : {})}
            run={(note, idempotency_key) =>
              call(OPERATIONS[act], { path, body: { note }, idempotency_key })
            }
          />
        );
      })}
    </Group>
  );
}
