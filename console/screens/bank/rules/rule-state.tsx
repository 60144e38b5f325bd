// Whether a rule decides, as a word with a colour.
import { Badge } from '@mantine/core';
import type { LineRule } from '../../../api/schema.gen.ts';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';

const COLOURS: Readonly<Record<LineRule['state'], string>> = {
  draft: 'gray',
  tried: 'blue',
  on: 'teal',
  off: 'orange',
};

export function RuleState({ state }: Pick<LineRule, 'state'>) {
  return (
    <Badge color={COLOURS[state]} variant="light">
      {BANK_TEXTS.rules.states[state]}
    </Badge>
  );
}
