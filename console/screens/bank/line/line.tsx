// One bank line: what the bank said, whose it may be, and what people decided about it.
import { Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BankLine } from '../../../api/schema.gen.ts';
import { shownAmount } from '../../../parts/amount/amount.ts';
import { AlsoHere } from '../../../parts/live/also-here.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { ProblemNote, ScreenProblem } from '../../../parts/problem.tsx';
import { Opened } from '../../../parts/recent/opened.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { BankNav } from '../bank-nav.tsx';
import { LineWork } from './line-work.tsx';
import { useLine } from './use-line.ts';

/** Without the payer's name, which the bank's text may have too: it is kept in the browser. */
const nameOf = ({ amount_cents, currency, utr }: BankLine): string =>
  [shownAmount(amount_cents, currency), utr].filter(Boolean).join(' · ');

function Content({ id }: { id: string }) {
  const { data, error, refetch } = useLine(id);
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  return (
    <>
      {error === null ? null : <ProblemNote error={error} />}
      <Opened name={nameOf(data.line)} />
      <LineWork detail={data} />
    </>
  );
}

export function Screen(): ReactNode {
  const { id } = useParams({ from: '/inside/bank/lines/$id' });
  return (
    <>
      <BankNav />
      <Title order={1} size="h2" mb="md">
        {BANK_TEXTS.line.title}
      </Title>
      <AlsoHere subject_type="bank_line" subject_id={id} />
      <Content id={id} key={id} />
    </>
  );
}
