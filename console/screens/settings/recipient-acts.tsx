// Adds, changes, tests and removes a recipient of alerts.
import { Alert, Select, Text, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { AlertRecipient, AlertTest } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import { nothingShown, type Rows } from '../../parts/act/setting.ts';
import { requestForm } from '../../parts/form/forms.ts';
import {
  carried,
  leftOutIfEmpty,
  type TypedValues,
  typedChoice,
  typedText,
  typedWhy,
} from '../../parts/form/typed-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { Belongs, shownTerms, TERMS, Terms, typedOwner, type Whose } from './recipient-fields.tsx';

const { recipients: texts, save } = SETTINGS_TEXTS;

const ADD = requestForm('createAlertRecipient', {
  name: typedText(),
  merchant_id: typedOwner(),
  channel: typedChoice(texts.channels),
  address: typedText(),
  ...TERMS,
  note: typedWhy(),
});

/** Without an address: it stays as it is. */
const CHANGED = {
  name: typedText(),
  address: leftOutIfEmpty(typedText()),
  ...TERMS,
  note: typedWhy(),
};
const CHANGE = requestForm('changeAlertRecipient', CHANGED);

const shownRecipient = (whose: Whose, typed: TypedValues<typeof CHANGED>): Rows => [
  [texts.name, typed.name],
  [texts.new_address, typed.address],
  ...shownTerms(whose, typed),
];

const ROTATE = requestForm('changeAlertRecipient', {
  rotate_secret: carried<true>(true),
  note: typedWhy(),
});
const REMOVE = requestForm('removeAlertRecipient', { note: typedWhy() });

type Filters = Pick<AlertRecipient, 'min_severity' | 'kinds'>;

/** A merchant's recipient gets alerts about its endpoints, so it has no filters. */
function sentFor<Sent extends Partial<Filters>>(is_of_house: boolean, sent: Sent) {
  const { min_severity: _severity, kinds: _kinds, ...others } = sent;
  return is_of_house ? sent : others;
}

const secretOf = ({ secret }: { readonly secret: string | null }) =>
  secret === null ? null : <ShownOnce what={texts.secret} value={secret} />;

export function AddRecipient() {
  return (
    <FormAct
      about={null}
      label={texts.add}
      done={texts.added}
      form={ADD}
      values={{ channel: 'email', min_severity: 'warning', enabled: true }}
      run={(sent, idempotency_key) => {
        const body = sentFor(sent.merchant_id === null, sent);
        return call('createAlertRecipient', { body, idempotency_key });
      }}
      secretOf={secretOf}
    >
      {(form) => (
        <>
          <TextInput label={texts.name} {...form.field('name')} data-autofocus />
          <Belongs {...form.field('merchant_id')} />
          <Select
            label={texts.channel}
            data={Object.entries(texts.channels).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.field('channel')}
          />
          <TextInput
            label={texts.address}
            description={texts.address_hint}
            {...form.field('address')}
          />
          <Terms whose={form.values.merchant_id.whose} form={form} />
          <WhyField {...form.field('note')} />
        </>
      )}
    </FormAct>
  );
}

function Change({ recipient }: { recipient: AlertRecipient }) {
  const { id, name, merchant_id, min_severity, kinds, enabled } = recipient;
  const whose = merchant_id === null ? 'house' : 'merchant';
  return (
    <FormAct
      about={null}
      label={texts.change}
      of={name}
      submit={save}
      done={texts.changed}
      is_quiet
      is_small
      form={CHANGE}
      setting={{
        version: recipient.version,
        values: { name, min_severity, kinds: [...kinds], enabled },
        shown: (typed) => shownRecipient(whose, typed),
      }}
      run={(sent, idempotency_key, seen) =>
        call('changeAlertRecipient', {
          path: { id },
          body: { ...sentFor(merchant_id === null, sent), ...seen },
          idempotency_key,
        })
      }
    >
      {(form) => (
        <>
          <TextInput label={texts.name} {...form.field('name')} data-autofocus />
          <TextInput
            label={texts.new_address}
            description={texts.new_address_hint}
            {...form.field('address')}
          />
          <Terms whose={whose} form={form} />
          <WhyField {...form.field('note')} />
        </>
      )}
    </FormAct>
  );
}

function Tested({ test: { outcome, status, problem } }: { test: AlertTest }) {
  return (
    <Alert color={outcome === 'delivered' ? 'teal' : 'orange'} title={texts.outcomes[outcome]}>
      {status === null ? null : (
        <Text size="sm">
          {texts.answer}: {status}
        </Text>
      )}
      {problem === null ? null : <Text size="sm">{problem}</Text>}
    </Alert>
  );
}

export function RecipientActs({ recipient }: { recipient: AlertRecipient }) {
  const { id, name, channel } = recipient;
  const shared = { of: name, is_small: true } as const;
  return (
    <>
      <FormAct
        about={null}
        {...shared}
        label={texts.test}
        what={texts.test_what}
        done={texts.tested}
        is_quiet
        run={(_none, idempotency_key) =>
          call('testAlertRecipient', { path: { id }, body: {}, idempotency_key })
        }
        secretOf={(test) => <Tested test={test} />}
        close={COMMON_TEXTS.close}
      />
      <Change recipient={recipient} />
      {channel === 'callback' ? (
        <FormAct
          about={null}
          {...shared}
          label={texts.rotate}
          what={texts.rotate_what}
          done={texts.rotated}
          is_quiet
          form={ROTATE}
          setting={{ version: recipient.version, values: {}, shown: nothingShown }}
          run={(sent, idempotency_key, seen) =>
            call('changeAlertRecipient', {
              path: { id },
              body: { ...sent, ...seen },
              idempotency_key,
            })
          }
          secretOf={secretOf}
        >
          {({ field }) => <WhyField {...field('note')} />}
        </FormAct>
      ) : null}
      <FormAct
        about={null}
        {...shared}
        label={texts.remove}
        what={texts.remove_what}
        done={texts.removed}
        is_dangerous
        form={REMOVE}
        run={(body, idempotency_key) =>
          call('removeAlertRecipient', { path: { id }, body, idempotency_key })
        }
      >
        {({ field }) => <WhyField {...field('note')} />}
      </FormAct>
    </>
  );
}
