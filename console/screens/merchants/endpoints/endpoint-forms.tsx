// The forms of a callback endpoint: another one is added, its terms are changed, its secret rotated.
import { Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { call } from '../../../api/client.ts';
import type { Endpoint } from '../../../api/schema.gen.ts';
import { FormAct } from '../../../parts/act/form-act.tsx';
import { ReasonField } from '../../../parts/act/reason-field.tsx';
import { type Setting, wordsOf } from '../../../parts/act/setting.ts';
import { knownPatterns } from '../../../parts/callback/endpoint-name.ts';
import type { SentValues } from '../../../parts/form/field-table.ts';
import type { FormOf, InputFor } from '../../../parts/form/form-inputs.ts';
import { requestForm } from '../../../parts/form/forms.ts';
import {
  leftOutIfEmpty,
  nullIfEmpty,
  typedText,
  typedWhole,
} from '../../../parts/form/typed-fields.ts';
import { Moment } from '../../../parts/moment.tsx';
import { ShownOnce } from '../../../parts/shown-once.tsx';
import { EVENT_NAMES } from '../../../texts/callback-words.ts';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';
import { type EventChoice, EventFields, typedEvents } from './event-choice.tsx';

/** Null: no limit. */
const LIMITS = {
  max_concurrent: nullIfEmpty(typedWhole()),
  max_per_second: nullIfEmpty(typedWhole()),
};

const ADD = requestForm('createCallbackEndpoint', {
  url: typedText(),
  description: leftOutIfEmpty(typedText()),
  event_types: typedEvents(),
  max_concurrent: leftOutIfEmpty(typedWhole()),
  max_per_second: leftOutIfEmpty(typedWhole()),
  note: typedText(),
});
const SET_FIELDS = { url: typedText(), note: typedText() };
const SET = requestForm('updateCallbackEndpoint', SET_FIELDS);
const ROTATE = requestForm('rotateCallbackSecret', { note: typedText() });

/** Without an address of its own it sends where each order says. */
const CHANGED = {
  url: leftOutIfEmpty(typedText()),
  description: nullIfEmpty(typedText()),
  event_types: typedEvents(),
  ...LIMITS,
  note: typedText(),
};
const CHANGE = requestForm('updateCallbackEndpoint', CHANGED);

const choiceOf = ({ event_types }: Endpoint): EventChoice => ({
  takes_all: event_types.length === 0,
  types: knownPatterns(event_types),
});

function AddressField(field: InputFor<string>) {
  return (
    <TextInput
      type="url"
      label={texts.url}
      description={texts.url_hint}
      {...field}
      required
      data-autofocus
    />
  );
}

function DescriptionField(field: InputFor<string>) {
  return <TextInput label={texts.description} description={texts.description_hint} {...field} />;
}

function LimitFields({ form: { field } }: { form: Pick<FormOf<typeof LIMITS>, 'field'> }) {
  return (
    <Group grow align="start">
      {(['max_concurrent', 'max_per_second'] as const).map((name) => (
        <NumberInput
          key={name}
          label={texts[name]}
          description={texts.limit_hint}
          {...field(name)}
          allowDecimal={false}
        />
      ))}
    </Group>
  );
}

type AddProps = { readonly merchant_id: string; readonly is_quiet: boolean };

export function AddEndpoint({ merchant_id, is_quiet }: AddProps) {
  return (
    <FormAct
      about={null}
      label={texts.add.label}
      what={texts.add.what}
      done={texts.add.done}
      size="lg"
      {...(is_quiet ? { is_quiet } : {})}
      form={ADD}
      run={(body, idempotency_key) =>
        call('createCallbackEndpoint', { path: { id: merchant_id }, body, idempotency_key })
      }
      secretOf={({ secret }) => <ShownOnce what={texts.secret} value={secret} />}
    >
      {(form) => (
        <>
          <AddressField {...form.field('url')} />
          <DescriptionField {...form.field('description')} />
          <EventFields {...form.field('event_types')} />
          <LimitFields form={form} />
          <ReasonField {...form.field('note')} />
        </>
      )}
    </FormAct>
  );
}

const addressOf = ({ version, url }: Endpoint): Setting<typeof SET_FIELDS> => ({
  version,
  values: { url: url ?? '' },
  shown: (typed) => [[texts.url, typed.url]],
});

type SetProps = {
  readonly merchant_id: string;
  /** The default one. */
  readonly endpoint: Endpoint | undefined;
  readonly is_hidden: boolean;
};

/** The default endpoint gets its address; its secret stays as it is. */
export function SetAddress({ merchant_id, endpoint, is_hidden }: SetProps) {
  return (
    <FormAct
      about={null}
      is_hidden={is_hidden}
      label={texts.set.label}
      what={texts.set.what}
      done={texts.set.done}
      form={SET}
      {...(endpoint === undefined ? {} : { setting: addressOf(endpoint) })}
      run={(sent, idempotency_key, seen) =>
        call('updateCallbackEndpoint', {
          path: { id: merchant_id, number: '0' },
          body: { ...sent, ...seen },
          idempotency_key,
        })
      }
    >
      {({ field }) => (
        <>
          <AddressField {...field('url')} />
          <ReasonField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}

const shown: Setting<typeof CHANGED>['shown'] = ({ event_types, ...typed }) => [
  [texts.url, typed.url],
  [texts.description, typed.description],
  [
    texts.events,
    event_types.takes_all ? texts.events_all : wordsOf(EVENT_NAMES, event_types.types),
  ],
  [texts.max_concurrent, typed.max_concurrent],
  [texts.max_per_second, typed.max_per_second],
];

const valuesOf = (endpoint: Endpoint) => ({
  url: endpoint.url ?? '',
  description: endpoint.description,
  event_types: choiceOf(endpoint),
  max_concurrent: String(endpoint.max_concurrent ?? ''),
  max_per_second: String(endpoint.max_per_second ?? ''),
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Only what was changed, so that what others change meanwhile stays. */
function changesOf(sent: SentValues<typeof CHANGED>, endpoint: Endpoint) {
  const { url, description, max_concurrent, max_per_second } = endpoint;
  const event_types = knownPatterns(endpoint.event_types);
  const before: Readonly<Record<string, unknown>> = {
    url,
    description: description || null,
    event_types,
    max_concurrent,
    max_per_second,
  };
  const changes = Object.entries(sent).filter(([name, value]) => !isSame(value, before[name]));
  return Object.fromEntries(changes) as Partial<typeof sent>;
}

type OneProps = { readonly merchant_id: string; readonly endpoint: Endpoint };

const pathOf = ({ merchant_id, endpoint }: OneProps) => ({
  id: merchant_id,
  number: String(endpoint.number),
});

export function ChangeEndpoint(props: OneProps) {
  const { endpoint } = props;
  return (
    <FormAct
      about={null}
      label={texts.change.label}
      what={texts.change.what}
      done={texts.change.done}
      submit={texts.change.submit}
      size="lg"
      is_quiet
      form={CHANGE}
      setting={{ version: endpoint.version, values: valuesOf(endpoint), shown }}
      run={(sent, idempotency_key, seen) =>
        call('updateCallbackEndpoint', {
          path: pathOf(props),
          body: { ...changesOf(sent, endpoint), ...seen },
          idempotency_key,
        })
      }
    >
      {(form) => (
        <>
          {endpoint.url === null ? null : <AddressField {...form.field('url')} />}
          <DescriptionField {...form.field('description')} />
          <EventFields {...form.field('event_types')} />
          <LimitFields form={form} />
          <ReasonField {...form.field('note')} />
        </>
      )}
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
      form={ROTATE}
      run={(body, idempotency_key) =>
        call('rotateCallbackSecret', { path: pathOf(props), body, idempotency_key })
      }
      secretOf={({ secret, previous_secret_until: until }) => (
        <NewSecret secret={secret} until={until} />
      )}
    >
      {({ field }) => <ReasonField {...field('note')} />}
    </FormAct>
  );
}
