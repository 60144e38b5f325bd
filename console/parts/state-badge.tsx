// The state of a trade as a word with a colour; the word alone says it all.
import { Badge } from '@mantine/core';
import type { Trade } from '../api/schema.gen.ts';
import { STATE_NAMES } from '../texts/trade-words.ts';

type State = Trade['state'];

const COLOURS: Readonly<Record<State, string>> = {
  created: 'gray',
  pending: 'blue',
  verifying: 'yellow',
  processing: 'cyan',
  completed: 'teal',
  expired: 'gray',
  canceled: 'gray',
  failed: 'red',
  disputed: 'orange',
  reversed: 'grape',
};

export function StateBadge({ state }: { state: State }) {
  return (
    <Badge color={COLOURS[state]} variant="light" tt="none" miw="max-content">
      {STATE_NAMES[state]}
    </Badge>
  );
}
