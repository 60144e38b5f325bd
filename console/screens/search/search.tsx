// The results of a search, in groups, each with what matched. An id opens its object at once.
import { Alert, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { Navigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { readKey } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { useScreenKeys } from '../../parts/keys/screen-keys.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { SEARCH_TEXTS as texts } from '../../texts/search.ts';
import { type Everything, findAll } from './find-all.ts';
import { groupsOf, onlyById, type Result, type ResultGroup, reasonsOf } from './results.ts';

function ResultRow({ result }: { result: Result }) {
  const { to, params, search, name, more } = result;
  return (
    <Group component="li" gap="xs" justify="space-between">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <AnchorLink
          to={to}
          {...(params === undefined ? {} : { params })}
          {...(search === undefined ? {} : { search })}
          data-result
        >
          {name}
        </AnchorLink>
        <Text size="sm" c="dimmed">
          {more}
        </Text>
      </div>
      <Group gap={4} aria-label={texts.found_as}>
        {reasonsOf(result).map((reason) => (
          <Badge key={reason} variant="default" size="sm">
            {reason}
          </Badge>
        ))}
      </Group>
    </Group>
  );
}

function Results({ groups }: { groups: readonly ResultGroup[] }) {
  const place = useRef<HTMLDivElement>(null);
  const move = (step: number) => {
    const links = [...(place.current?.querySelectorAll('[data-result]') ?? [])];
    const at = document.activeElement === null ? -1 : links.indexOf(document.activeElement);
    const next = links[Math.min(links.length - 1, Math.max(0, at + step))];
    if (next instanceof HTMLElement) next.focus();
  };
  useScreenKeys([
    { key: 'ArrowDown', label: texts.move, press: () => move(1) },
    { key: 'ArrowUp', label: texts.move, press: () => move(-1) },
  ]);
  return (
    <Stack ref={place}>
      {groups.map(({ kind, results }) => (
        <CardSection key={kind} title={`${texts.groups[kind]} (${results.length})`}>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {results.map((result) => (
              <ResultRow key={result.id} result={result} />
            ))}
          </Stack>
        </CardSection>
      ))}
    </Stack>
  );
}

function Found({ q, all }: { q: string; all: Everything }) {
  const groups = groupsOf(q, all);
  const only = onlyById(groups);
  if (only !== null) {
    const { to, params, search } = only;
    return <Navigate to={to} params={params ?? {}} search={search ?? {}} replace />;
  }
  const { has_more, is_complete } = all;
  return (
    <Stack>
      {is_complete ? null : <Alert color="yellow">{texts.not_complete}</Alert>}
      {groups.length === 0 ? (
        <>
          <Text>{texts.nothing(q)}</Text>
          <Text c="dimmed" size="sm">
            {texts.nothing_hint}
          </Text>
        </>
      ) : (
        <Results groups={groups} />
      )}
      {has_more ? <Text c="dimmed">{texts.more}</Text> : null}
    </Stack>
  );
}

export function Screen(): ReactNode {
  const { q = '' } = useSearch({ from: '/inside/search' });
  const asked = q.trim();
  const { can } = useSession();
  const { data, error, refetch } = useRead({
    queryKey: readKey('search', { query: { q: asked } }, 'everything'),
    queryFn: ({ signal }) => findAll(asked, can, signal),
    enabled: asked !== '',
  });
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {texts.title}
      </Title>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {asked === '' ? <Text c="dimmed">{texts.ask}</Text> : null}
      {asked !== '' && data === undefined && error === null ? <Loading height={240} /> : null}
      {data === undefined ? null : <Found q={asked} all={data} />}
    </>
  );
}
