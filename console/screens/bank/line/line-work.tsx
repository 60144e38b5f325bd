// A line and everything that is needed to decide about it: on its own page and in the review.
import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { BankLineDetail, PossiblePayin } from '../../../api/schema.gen.ts';
import { useScreenKeys } from '../../../parts/keys/screen-keys.ts';
import { choose } from '../../../parts/keys/use-chosen.ts';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { Candidates } from './candidates.tsx';
import { Compare } from './compare.tsx';
import { LineActs } from './line-acts.tsx';
import { LineFacts } from './line-facts.tsx';
import { LineHistory, LineParts } from './line-history.tsx';
import type { TradePlace } from './trade-place.ts';

const MOST_KEYS = 9;

/** What Assign begins with: the pay-in that was chosen, else the likeliest one. */
function targetOf(detail: BankLineDetail, chosen: string | undefined): TradePlace | undefined {
  const { possible_payins: possible, line } = detail;
  const all: readonly TradePlace[] = [...possible, ...line.candidates];
  return all.find(({ trade_id }) => trade_id === chosen) ?? all[0];
}

type Props = { readonly detail: BankLineDetail; readonly onDone?: (() => void) | undefined };

export function LineWork({ detail, onDone = () => undefined }: Props) {
  const { line, possible_payins: possible } = detail;
  const [chosen, setAim] = useState<string>();
  const aim = (trade_id: string) => {
    setAim(trade_id);
    choose(line.id);
  };
  const target = targetOf(detail, chosen);
  const shown: readonly PossiblePayin[] = line.status === 'suspense' ? possible : [];
  useScreenKeys(
    shown.slice(0, MOST_KEYS).map(({ trade_id }, index) => ({
      key: String(index + 1),
      label: BANK_TEXTS.review.pick(index + 1),
      press: () => aim(trade_id),
    })),
  );
  return (
    <Stack>
      <LineFacts line={line} />
      <LineActs detail={detail} target={target} onDone={onDone} />
      <Compare
        line={line}
        possible={possible}
        target={target?.trade_id}
        aim={aim}
        onDone={onDone}
      />
      <Candidates line={line} />
      <LineParts parts={detail.parts} />
      <LineHistory acts={detail.acts} />
    </Stack>
  );
}
