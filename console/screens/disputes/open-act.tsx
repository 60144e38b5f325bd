// Opens a dispute from the page of its trade: what is claimed is chosen by whoever opens it.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { OpenDispute, Trade } from '../../api/schema.gen.ts';
import { aboutTrade } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { DISPUTE_TEXTS } from '../../texts/disputes.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { TRADE_ACT_TEXTS } from '../../texts/trade-words.ts';

type Type = OpenDispute['type'];

const TYPES = Object.keys(LIST_TEXTS.dispute_types) as Type[];
const CHOICES = [
  { value: '', label: DISPUTE_TEXTS.acts.choose },
  ...TYPES.map((value) => ({ value, label: LIST_TEXTS.dispute_types[value] })),
];

export function OpenDisputeAct({ trade, why_not }: { trade: Trade; why_not: string | undefined }) {
  const [type, setType] = useState<Type | null>(null);
  const { label, what, done, reasons } = TRADE_ACT_TEXTS.dispute;
  const { merchant_id, id } = trade;
  return (
    <ActButton
      about={aboutTrade(trade)}
      label={label}
      what={what}
      done={done}
      reasons={reasons}
      is_quiet
      why_not={why_not}
      is_ready={type !== null}
      onOpen={() => setType(null)}
      run={async (note, idempotency_key) => {
        if (type === null) throw new Error('No type is chosen');
        return await call('openDispute', {
          path: { merchant_id, id },
          body: { type, note },
          idempotency_key,
        });
      }}
    >
      <NativeSelect
        label={DISPUTE_TEXTS.facts.type}
        required
        value={type ?? ''}
        data={CHOICES}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setType(TYPES.find((one) => one === value) ?? null);
        }}
      />
    </ActButton>
  );
}
