// How a bank line came. What a person typed is marked for ever: no bank has sent it.
import { Badge } from '@mantine/core';
import type { BankLine } from '../api/schema.gen.ts';
import { BANK_TEXTS } from '../texts/bank/bank.ts';

const { waiting: texts, line } = BANK_TEXTS;

type Props = Pick<BankLine, 'source'>;

/** Nothing for lines of files and feeds. */
export function ByHand({ source }: Props) {
  if (source !== 'hand') return null;
  return (
    <Badge color="orange" variant="light">
      {line.by_hand}
    </Badge>
  );
}

export function Came({ source }: Props) {
  if (source === null) return texts.source_unknown;
  return source === 'hand' ? <ByHand source={source} /> : texts.sources[source];
}
