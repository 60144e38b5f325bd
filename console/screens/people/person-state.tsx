// Whether a person can sign in, as a word with a colour; the word alone says it all.
import { Badge } from '@mantine/core';
import type { Person } from '../../api/schema.gen.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';

const COLOURS: Readonly<Record<Person['state'], string>> = {
  invited: 'blue',
  active: 'teal',
  disabled: 'gray',
};

export function PersonState({ state }: { state: Person['state'] }) {
  return (
    <Badge color={COLOURS[state]} variant="light">
      {LIST_TEXTS.person_states[state]}
    </Badge>
  );
}
