// The forms of a callback endpoint: another one is added, its terms are changed, its secret rotated.
import { Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../../api/bounds.gen.ts';
import { call } from '../../../api/client.ts';
import type { Endpoint, UpdateCallbackEndpoint } from '../../../api/schema.gen.ts';
import { FormAct } from '../../../parts/act/form-act.tsx';
import { numberOrNull, textOf } from '../../../parts/act/form-fields.ts';
import { ReasonField } from '../../../parts/act/reason-field.tsx';
import { knownPatterns } from '../../../parts/callback/endpoint-name.ts';
import { Moment } from '../../../parts/moment.tsx';
import { ShownOnce } from '../../../parts/shown-once.tsx';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';
import { type EventChoice, EventFields, isChosen, typesOf } from './event-choice.tsx';

const ALL: EventChoice = { takes_all: true, types: [] };

const choiceOf = ({ event_types }: Endpoint): EventChoice => ({
  takes_all: event_types.length === 0,
  types: knownPatterns(event_types),
});

function AddressField({ url }: { url: string | null }) {
  return (
    <TextInput
      name="url"
      type="url"
      label={texts.url}
      description={texts.url_hint}
      {...BOUNDS.createCallbackEndpoint.url}
      defaultValue={url ?? ''}
      data-autofocus
    />
  );
}

function DescriptionField({ description }: { description: string }) {
  return (
    <TextInput
      name="description"
      label={texts.description}
      description={texts.description_hint}
      {...BOUNDS.createCallbackEndpoint.description}
      defaultValue={description}
    />
  );
}

type Limits = Pick<Endpoint, 'max_concurrent' | 'max_per_second'>;
const NO_LIMITS: Limits = { max_concurrent: null, max_per_second: null };

function LimitFields({ limits }: { limits: Limits }) {
  return (
    <Group grow align="start">
      {(['max_concurrent', 'max_per_second'] as const).map((name) => (
        <NumberInput
          key={name}
          name={name}
          label={texts[name]}
          description={texts.limit_hint}
          {...BOUNDS.createCallbackEndpoint[name]}
          allowDecimal={false}
          defaultValue={limits[name] ?? ''}
        />
      ))}
    </Group>
  );
}

/** Those that differ from before. */
function limitsOf(fields: FormData, before: Limits): Partial<Limits> {
  const max_concurrent = numberOrNull(fields, 'max_concurrent');
  const max_per_second = numberOrNull(fields, 'max_per_second');
  return {
    ...(max_concurrent === before.max_concurrent ? {} : { max_concurrent }),
    ...(max_per_second === before.max_per_second ? {} : { max_per_second }),
  };
}

/** Left out if nothing was typed. */
function descriptionOf(fields: FormData) {
  const description = textOf(fields, 'description');
  return description === '' ? {} : { description };
}

type AddProps = { readonly merchant_id: string; readonly is_quiet: boolean };

export function AddEndpoint({ merchant_id, is_quiet }: AddProps) {
  const [chosen, choose] = useState(ALL);
  return (
    <FormAct
      about={null}
      label={texts.add.label}
      what={texts.add.what}
      done={texts.add.done}
      size="lg"
      {...(is_quiet ? { is_quiet } : {})}
      is_ready={isChosen(chosen)}
      onOpen={() => choose(ALL)}
      run={(fields, idempotency_key) =>
        call('createCallbackEndpoint', {
          path: { id: merchant_id },
          body: {
            url: textOf(fields, 'url'),
            ...descriptionOf(fields),
            event_types: typesOf(chosen),
            ...limitsOf(fields, NO_LIMITS),
            note: textOf(fields, 'note'),
          },
          idempotency_key,
        })
      }
      secretOf={({ secret }) => <ShownOnce what={texts.secret} value={secret} />}
    >
      <AddressField url={null} />
      <DescriptionField description="" />
      <EventFields value={chosen} change={choose} />
      <LimitFields limits={NO_LIMITS} />
      <ReasonField />
    </FormAct>
  );
}

type SetProps = {
  readonly merchant_id: string;
  /** Of the default endpoint. */
  readonly version: string | undefined;
  readonly is_hidden: boolean;
};

/** The default endpoint gets its address; its secret stays as it is. */
export function SetAddress({ merchant_id, version, is_hidden }: SetProps) {
  return (
    <FormAct
      about={null}
      {...(version === undefined ? {} : { version })}
      is_hidden={is_hidden}
      label={texts.set.label}
      what={texts.set.what}
      done={texts.set.done}
      run={(fields, idempotency_key, seen) =>
        call('updateCallbackEndpoint', {
          path: { id: merchant_id, number: '0' },
          body: { url: textOf(fields, 'url'), note: textOf(fields, 'note'), ...seen },
          idempotency_key,
        })
      }
    >
      <AddressField url={null} />
      <ReasonField />
    </FormAct>
  );
}

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((type) => other.includes(type));

/** Only what was changed, so that what others change meanwhile stays. */
function changesOf(
  fields: FormData,
  chosen: EventChoice,
  before: Endpoint,
): UpdateCallbackEndpoint {
  const url = textOf(fields, 'url');
  const description = textOf(fields, 'description');
  const event_types = typesOf(chosen);
  return {
    ...(url === (before.url ?? '') ? {} : { url }),
    ...(description === before.description ? {} : { description: description || null }),
    ...(isEqual(event_types, before.event_types) ? {} : { event_types }),
    ...limitsOf(fields, before),
    note: textOf(fields, 'note'),
  };
}

type OneProps = { readonly merchant_id: string; readonly endpoint: Endpoint };

const pathOf = ({ merchant_id, endpoint }: OneProps) => ({
  id: merchant_id,
  number: String(endpoint.number),
});

export function ChangeEndpoint(props: OneProps) {
  const { endpoint } = props;
  const [chosen, choose] = useState(() => choiceOf(endpoint));
  return (
    <FormAct
      about={null}
      version={endpoint.version}
      label={texts.change.label}
      what={texts.change.what}
      done={texts.change.done}
      submit={texts.change.submit}
      size="lg"
      is_quiet
      is_ready={isChosen(chosen)}
      onOpen={() => choose(choiceOf(endpoint))}
      run={(fields, idempotency_key, seen) =>
        call('updateCallbackEndpoint', {
          path: pathOf(props),
          body: { ...changesOf(fields, chosen, endpoint), ...seen },
          idempotency_key,
        })
      }
    >
      {endpoint.url === null ? null : <AddressField url={endpoint.url} />}
      <DescriptionField description={endpoint.description} />
      <EventFields value={chosen} change={choose} />
      <LimitFields limits={endpoint} />
      <ReasonField />
    </FormAct>
  );
}

function NewSecret({ secret, until }: { secret: string; until: string | null }) {
  return (
    <Stack gap="xs">
      <ShownOnce what={texts.secret} value={secret} />
      {until === null ? null : (
        <Text size="sm">
          {texts.rotate.overlap} <Moment at={until} />
        </Text>
      )}
    </Stack>
  );
}

export function RotateSecret(props: OneProps) {
  return (
    <FormAct
      about={null}
      label={texts.rotate.label}
      what={texts.rotate.what}
      done={texts.rotate.done}
      is_quiet
      run={(fields, idempotency_key) =>
        call('rotateCallbackSecret', {
          path: pathOf(props),
          body: { note: textOf(fields, 'note') },
          idempotency_key,
        })
      }
      secretOf={({ secret, previous_secret_until: until }) => (
        <NewSecret secret={secret} until={until} />
      )}
    >
      <ReasonField />
    </FormAct>
  );
}
