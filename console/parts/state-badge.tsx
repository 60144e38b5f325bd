// The state of a trade, settlement or dispute as a word with a colour; the word alone says it all.
import { Badge } from '@mantine/core';
import type { Dispute, Settlement, Trade } from '../api/schema.gen.ts';
import { LIST_TEXTS } from '../texts/en-lists.ts';
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

const OF_SETTLEMENTS: Readonly<Record<Settlement['state'], string>> = {
  draft: 'yellow',
  discarded: 'gray',
  approved: 'blue',
  sent: 'cyan',
  settled: 'teal',
  returned: 'red',
};

const OF_DISPUTES: Readonly<Record<Dispute['state'], string>> = {
  open: 'yellow',
  waiting_for_merchant: 'blue',
  waiting_for_customer: 'blue',
  waiting_for_operator: 'yellow',
  decided: 'teal',
  appealed: 'orange',
  closed: 'gray',
};

function Coloured({ color, word }: { color: string; word: string }) {
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {word}
    </Badge>
  );
}

export const StateBadge = ({ state }: { state: State }) => (
  <Coloured color={COLOURS[state]} word={STATE_NAMES[state]} />
);

export const SettlementBadge = ({ state }: Pick<Settlement, 'state'>) => (
  <Coloured color={OF_SETTLEMENTS[state]} word={LIST_TEXTS.settlement_states[state]} />
);

export const DisputeBadge = ({ state }: Pick<Dispute, 'state'>) => (
  <Coloured color={OF_DISPUTES[state]} word={LIST_TEXTS.dispute_states[state]} />
);
