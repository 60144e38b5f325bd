// The saved views of a list: its filters and columns under a name, one's own and colleagues'.
import { ActionIcon, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { SavedView } from '../../api/schema.gen.ts';
import { readSearch, writeSearch } from '../../api/search-params.ts';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';
import { VIEW_TEXTS as texts } from '../../texts/parts.ts';
import { useAct } from '../act/use-act.ts';
import { Dialog } from '../dialog.tsx';
import type { SentValues } from '../form/field-table.ts';
import { FormProblem } from '../form/form-problem.tsx';
import { requestForm } from '../form/forms.ts';
import { emptyValues } from '../form/request-form.ts';
import { carried, typedText } from '../form/typed-fields.ts';
import { useRequestForm } from '../form/use-request-form.ts';
import { AnchorLink, ButtonLink } from '../links.tsx';
import type { Search } from '../list/filters.ts';
import { useKeptLayout } from '../list/kept.ts';
import { readLayout, writeLayout } from '../list/layout.ts';
import { ProblemNote } from '../problem.tsx';
import { VIEW_PLACES, type ViewList } from './view-places.ts';

type Place = { readonly list: ViewList; readonly search: Search };

/** Which page of the list is shown, and which of its rows is open: no part of a view. */
function addressOf({ list, search }: Place): string {
  const { cursor: _page, limit: _size, open: _row, ...filters } = search;
  return `${VIEW_PLACES[list]}${writeSearch(filters)}`;
}

const searchOf = (address: string): Search => readSearch(address.split('?')[1] ?? '');

type Row = { readonly list: ViewList; readonly view: SavedView; readonly close: () => void };

/** Reports are made of views of trades. */
function SendRegularly({ view: { id, name } }: Pick<Row, 'view'>) {
  return (
    <ButtonLink
      to="/reports/scheduled"
      search={{ view: id }}
      size="compact-xs"
      variant="subtle"
      aria-label={texts.send_regularly(name)}
    >
      {texts.regularly}
    </ButtonLink>
  );
}

function ViewRow({ list, view, close }: Row) {
  const { can } = useSession();
  const to = VIEW_PLACES[list];
  const [, arrange] = useKeptLayout(to);
  const open = () => {
    if (view.columns !== null) arrange(readLayout(view.columns));
    close();
  };
  const path = { id: view.id };
  const share = useAct(
    (is_shared: boolean) => call('shareSavedView', { path, body: { is_shared } }),
    texts.changed,
    () => undefined,
  );
  const remove = useAct(
    (_nothing: null) => call('removeSavedView', { path }),
    texts.removed,
    () => undefined,
  );
  return (
    <>
      <Group justify="space-between" wrap="nowrap" component="li">
        <Group gap="xs" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <AnchorLink to={to} search={searchOf(view.address)} onClick={open}>
            {view.name}
          </AnchorLink>
          {view.is_shared ? (
            <Badge variant="default" size="sm">
              {view.is_own ? texts.shared : texts.of_colleague}
            </Badge>
          ) : null}
        </Group>
        <Group gap={4} wrap="nowrap">
          {list === 'trades' && can('exports.make') ? <SendRegularly view={view} /> : null}
          {can('views.share') ? (
            <Button
              size="compact-xs"
              variant="subtle"
              loading={share.isPending}
              onClick={() => share.mutate(!view.is_shared)}
            >
              {view.is_shared ? texts.unshare : texts.share}
            </Button>
          ) : null}
          {view.is_own ? (
            <ActionIcon
              size="sm"
              variant="subtle"
              color="red"
              loading={remove.isPending}
              aria-label={texts.remove(view.name)}
              onClick={() => remove.mutate(null)}
            >
              ×
            </ActionIcon>
          ) : null}
        </Group>
      </Group>
      {share.error === null ? null : (
        <ProblemNote error={share.error} act={view.is_shared ? texts.unshare : texts.share} />
      )}
      {remove.error === null ? null : (
        <ProblemNote error={remove.error} act={texts.remove(view.name)} />
      )}
    </>
  );
}

const FORM = requestForm('createSavedView', { name: typedText(), address: carried('') });

function NewView({ place }: { place: Place }) {
  const [layout] = useKeptLayout(VIEW_PLACES[place.list]);
  const { element, form, above, submit, refusing, fill } = useRequestForm(FORM);
  const { mutate, isPending, error } = useAct(
    (sent: SentValues<typeof FORM.fields>) => {
      const body = { ...sent, address: addressOf(place), columns: writeLayout(layout) };
      return refusing(body, () => call('createSavedView', { body }));
    },
    texts.saved,
    () => fill(emptyValues(FORM)),
  );
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) submit(mutate);
      }}
    >
      <Group align="end" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={texts.name}
          description={texts.what}
          {...form.field('name')}
          data-autofocus
        />
        <Button type="submit" loading={isPending}>
          {texts.save}
        </Button>
      </Group>
      <FormProblem error={error} act={texts.save} above={above} />
    </form>
  );
}

function Content({ place, close }: { place: Place; close: () => void }) {
  const { list } = place;
  const { data, error } = useRead(readOf('listSavedViews', { query: { list } }));
  return (
    <Stack>
      {error === null ? null : <ProblemNote error={error} />}
      {data?.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      ) : null}
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {(data?.data ?? []).map((view) => (
          <ViewRow key={view.id} list={list} view={view} close={close} />
        ))}
      </Stack>
      <NewView place={place} />
    </Stack>
  );
}

export function SavedViews(place: Place) {
  const [is_open, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        {texts.label}
      </Button>
      <Dialog is_open={is_open} close={dialog.close} title={texts.label}>
        <Content place={place} close={dialog.close} />
      </Dialog>
    </>
  );
}
