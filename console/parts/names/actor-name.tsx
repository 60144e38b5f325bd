// Who did it, in words: the name that the answer carries, with the id to copy behind it.
import { Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../session/session.tsx';
import { ACTOR_ACTS, ACTOR_NAMES } from '../../texts/actors.ts';
import { Copyable } from '../copyable.tsx';
import { AnchorLink } from '../links.tsx';
import { actorWords } from './actor-words.ts';

type Actor = Parameters<typeof actorWords>[0];

type BehindProps = {
  readonly words: string;
  readonly id: string;
  readonly children?: ReactNode;
};

const LOOK = {
  font: 'inherit',
  color: 'inherit',
  overflowWrap: 'anywhere',
  textDecoration: 'underline dotted',
  textUnderlineOffset: 3,
} as const;

/** Words that open to the id which they stand for. */
export function IdBehind({ words, id, children }: BehindProps) {
  return (
    <Popover withArrow shadow="md" trapFocus returnFocus position="bottom-start">
      <Popover.Target>
        <UnstyledButton style={LOOK}>{words}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={4}>
          {children}
          <Copyable value={id} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

export function ActorName({ actor }: { readonly actor: Actor }) {
  const { can } = useSession();
  const { role, id } = actor;
  const words = actorWords(actor);
  if (id === null) return words;
  return (
    <IdBehind words={words} id={id}>
      <Text size="xs" c="dimmed">
        {ACTOR_NAMES[role]}
      </Text>
      {can('audit.read') ? (
        <AnchorLink to="/audit" search={{ actor: id }} size="sm">
          {ACTOR_ACTS}
        </AnchorLink>
      ) : null}
    </IdBehind>
  );
}
