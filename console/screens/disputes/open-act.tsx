// Opens a dispute from the page of its trade, and leads to it: what is claimed is chosen by whoever
// opens it.
import { Radio, SimpleGrid } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import type { OpenDispute, Trade } from '../../api/schema.gen.ts';
import { aboutTrade } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { DISPUTE_TEXTS } from '../../texts/disputes.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { TRADE_ACT_TEXTS } from '../../texts/trade-words.ts';

type Type = OpenDispute['type'];

const TYPES = Object.keys(LIST_TEXTS.dispute_types) as Type[];

export function OpenDisputeAct({ trade, why_not }: { trade: Trade; why_not: string | undefined }) {
  const navigate = useNavigate();
  const [type, setType] = useState<Type | null>(null);
  const opened = useRef<string | null>(null);
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
        const dispute = await call('openDispute', {
          path: { merchant_id, id },
          body: { type, note },
          idempotency_key,
        });
        opened.current = dispute.id;
      }}
      onDone={() => {
        if (opened.current === null) return;
        const params = { merchant_id, id: opened.current };
        void navigate({ to: '/disputes/$merchant_id/$id', params });
      }}
    >
      <Radio.Group
        label={DISPUTE_TEXTS.facts.type}
        required
        value={type}
        onChange={(value) => setType(TYPES.find((one) => one === value) ?? null)}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={6} mt={6}>
          {TYPES.map((one) => (
            <Radio key={one} value={one} label={LIST_TEXTS.dispute_types[one]} />
          ))}
        </SimpleGrid>
      </Radio.Group>
    </ActButton>
  );
}
