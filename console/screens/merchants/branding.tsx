// How a merchant's payment pages look: the values, the logo, and a preview that follows them.
import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { Merchant, Branding as Saved, UpdateBranding } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { keepTyped } from '../../parts/act/beside.ts';
import { ChangeTable } from '../../parts/act/change-table.tsx';
import type { Changed } from '../../parts/act/changed.ts';
import { ChangedNote } from '../../parts/act/changed-note.tsx';
import { type Edited, useEdited } from '../../parts/act/use-edited.ts';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { FIELDS, type Look, lookOf, type Name } from './branding-look.ts';
import { LogoCard } from './logo.tsx';
import { MerchantFrame } from './merchant-frame.tsx';
import { PagePreview } from './page-preview.tsx';

const { branding: texts, change } = MERCHANT_TEXTS;

const HINTS: Partial<Record<Name, string>> = {
  display_name: texts.display_name_hint,
  color: texts.color_hint,
  frame_ancestors: texts.frame_hint,
};

const ORIGINS_TEXT_MAX = 2_048;
const LONG: readonly Name[] = ['footer', 'frame_ancestors'];

const changesOf = (before: Look, look: Look): readonly Changed[] =>
  changedOf(before, look).map((name) => ({
    label: texts[name],
    before: before[name],
    after: look[name],
  }));

const changedOf = (before: Look, look: Look) =>
  FIELDS.filter((name) => before[name] !== look[name].trim());

function bodyOf(before: Look, look: Look): UpdateBranding {
  const pairs = changedOf(before, look).map((name) => {
    const text = look[name].trim();
    if (name === 'frame_ancestors') return [name, text.split(/\s+/).filter(Boolean)];
    return [name, text === '' ? null : text];
  });
  return Object.fromEntries(pairs);
}

/** Origins are typed as one text, which becomes a list. */
const fieldBounds = (name: Name) =>
  name === 'frame_ancestors' ? { maxLength: ORIGINS_TEXT_MAX } : BOUNDS.updateBranding[name];

type FieldProps = { name: Name; value: string; set: (value: string) => void; is_fixed: boolean };

function Field({ name, value, set, is_fixed }: FieldProps) {
  const props = {
    label: texts[name],
    value,
    disabled: is_fixed,
    ...fieldBounds(name),
    ...(HINTS[name] === undefined ? {} : { description: HINTS[name] }),
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  };
  return LONG.includes(name) ? (
    <Textarea autosize minRows={2} {...props} />
  ) : (
    <TextInput {...props} />
  );
}

type SaveProps = {
  readonly id: string;
  readonly version: string;
  readonly before: Look;
  readonly look: Look;
  readonly onDone: () => void;
};

function Save({ id, version, before, look, onDone }: SaveProps) {
  const changes = changesOf(before, look);
  return (
    <ActButton
      about={null}
      version={version}
      label={change.label}
      done={change.done}
      reasons={change.reasons}
      size="lg"
      why_not={changes.length === 0 ? change.nothing : undefined}
      what={<ChangeTable changes={changes} />}
      onDone={onDone}
      run={(note, idempotency_key, seen) =>
        call('updateBranding', {
          path: { id },
          body: { ...bodyOf(before, look), note, ...seen },
          idempotency_key,
        })
      }
    />
  );
}

type EditorProps = Pick<Edited<Saved, Look>, 'first' | 'edit'> & {
  merchant: Merchant;
  saved: Saved;
};

function Editor({ merchant: { id, name }, saved, first, edit }: EditorProps) {
  const { can } = useSession();
  const may_change = can('branding.change');
  const before = lookOf(saved);
  const [look, setLook] = useState(first);
  const changeTo = (next: Look) => {
    edit(next);
    setLook(next);
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack>
        {may_change ? null : <Text c="dimmed">{change.not_yours}</Text>}
        {FIELDS.map((field) => (
          <Field
            key={field}
            name={field}
            value={look[field]}
            set={(value) => changeTo({ ...look, [field]: value })}
            is_fixed={!may_change}
          />
        ))}
        {may_change ? (
          <Group>
            <Save
              id={id}
              version={saved.version}
              before={before}
              look={look}
              onDone={() => edit(null)}
            />
            <Button variant="subtle" onClick={() => changeTo(before)}>
              {change.reset}
            </Button>
          </Group>
        ) : null}
        <LogoCard merchant_id={id} logo={saved.logo} may_change={may_change} />
      </Stack>
      <PagePreview merchant_name={name} look={look} saved={saved} />
    </SimpleGrid>
  );
}

function Branding({ merchant }: { merchant: Merchant }) {
  const { id } = merchant;
  const { data, error, refetch } = useRead(readOf('getBranding', { path: { id } }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading height={320} />;
  return <Edit key={id} merchant={merchant} saved={data} />;
}

const KIND = { typedOf: lookOf, changesOf, merge: keepTyped<Look> };

function Edit({ merchant, saved }: { merchant: Merchant; saved: Saved }) {
  const { seen, first, meeting, edit } = useEdited(saved, KIND);
  return (
    <>
      <ChangedNote meeting={meeting} />
      <Editor
        key={seen.version}
        merchant={merchant}
        // The logo is saved by itself.
        saved={{ ...seen, logo: saved.logo }}
        first={first}
        edit={edit}
      />
    </>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Branding merchant={merchant} />}</MerchantFrame>;
}
