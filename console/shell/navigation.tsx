// The places in groups, each with how much waits there, and below them whose installation this is.
import { Badge, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import { Icon } from '../parts/icon.tsx';
import { NavigationLink } from '../parts/links.tsx';
import { useAttention } from '../parts/live/attention.ts';
import { useSession } from '../session/session.tsx';
import { NAV_TEXTS as nav, SHELL_TEXTS as shell } from '../texts/shell/frame.ts';
import {
  PLACES,
  type Place,
  type PlaceGroup,
  placeAt,
  shownWaiting,
  type Waiting,
  waitingAt,
} from './places.ts';

/** Beside the name, not part of it: it changes while the name is read or looked for. */
function Count({ waiting, id }: { waiting: Waiting; id: string }) {
  const count = shownWaiting(waiting);
  return (
    <>
      <Badge
        aria-hidden="true"
        size="sm"
        variant={waiting.is_over ? 'filled' : 'light'}
        color={waiting.is_over ? 'orange' : 'gray'}
        data-count
      >
        {count}
      </Badge>
      <span id={id} hidden>
        {shell.waits(count)}
      </span>
    </>
  );
}

type RowProps = {
  place: Place;
  waiting: Waiting | undefined;
  is_here: boolean;
  close: () => void;
};

function Row({ place: { to, name }, waiting, is_here, close }: RowProps) {
  const id = useId();
  return (
    <NavigationLink
      to={to}
      label={nav[name]}
      className="place"
      leftSection={<Icon name={name} />}
      rightSection={waiting === undefined ? null : <Count waiting={waiting} id={id} />}
      active={is_here}
      onClick={close}
      {...(waiting === undefined ? {} : { 'aria-describedby': id })}
    />
  );
}

const GROUPS = Object.keys(shell.groups) as readonly PlaceGroup[];

type GroupProps = { name: PlaceGroup; places: readonly Place[]; close: () => void };

function PlacesOf({ name, places, close }: GroupProps) {
  const id = useId();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const here = placeAt(path);
  const waiting = waitingAt(useAttention().data?.data ?? []);
  return (
    <div className="places">
      <Text id={id} size="xs" c="dimmed" fw={600} className="places-name">
        {shell.groups[name]}
      </Text>
      <ul aria-labelledby={id}>
        {places.map((place) => (
          <li key={place.to}>
            <Row
              place={place}
              waiting={waiting.get(place.name)}
              is_here={place === here}
              close={close}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Navigation({ close }: { close: () => void }) {
  const { can } = useSession();
  return GROUPS.map((name) => {
    const places = PLACES.filter(({ group, right }) => group === name && can(right));
    return places.length === 0 ? null : (
      <PlacesOf key={name} name={name} places={places} close={close} />
    );
  });
}
