// Adds, changes, tests and removes a recipient of alerts.
import { Alert, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { AlertRecipient, AlertTest } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { noteOf, textOf } from '../../parts/act/form-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import {
  Belongs,
  type ChosenTerms,
  FIRST_TERMS,
  Terms,
  termsFor,
  type Whose,
} from './recipient-fields.tsx';

const { recipients: texts, save } = SETTINGS_TEXTS;

const FIRST = { ...FIRST_TERMS, channel: 'email' } as const;

const secretOf = ({ secret }: { readonly secret: string | null }) =>
  secret === null ? null : <ShownOnce what={texts.secret} value={secret} />;

export function AddRecipient() {
  const [chosen, choose] = useState<ChosenTerms & { channel: AlertRecipient['channel'] }>(FIRST);
  const [whose, setWhose] = useState<Whose>('house');
  const [merchant, setMerchant] = useState<string | null>(null);
  const belongTo = (to: Whose, id: string | null): void => {
    setWhose(to);
    setMerchant(id);
  };
  return (
    <FormAct
      about={null}
      label={texts.add}
      done={texts.added}
      asks_why
      is_ready={whose === 'house' || merchant !== null}
      onOpen={() => {
        choose(FIRST);
        belongTo('house', null);
      }}
      run={(fields, idempotency_key) =>
        call('createAlertRecipient', {
          body: {
            name: textOf(fields, 'name'),
            merchant_id: merchant,
            address: textOf(fields, 'address'),
            channel: chosen.channel,
            ...termsFor(whose, chosen),
            ...noteOf(fields),
          },
          idempotency_key,
        })
      }
      secretOf={secretOf}
    >
      <TextInput
        name="name"
        label={texts.name}
        {...BOUNDS.createAlertRecipient.name}
        data-autofocus
      />
      <Belongs whose={whose} merchant={merchant} change={belongTo} />
      <Select
        label={texts.channel}
        data={[
          { value: 'email', label: texts.channels.email },
          { value: 'callback', label: texts.channels.callback },
        ]}
        allowDeselect={false}
        value={chosen.channel}
        onChange={(one) =>
          choose({ ...chosen, channel: one === 'callback' ? 'callback' : 'email' })
        }
      />
      <TextInput
        name="address"
        label={texts.address}
        description={texts.address_hint}
        {...BOUNDS.createAlertRecipient.address}
      />
      <Terms whose={whose} value={chosen} change={(terms) => choose({ ...chosen, ...terms })} />
    </FormAct>
  );
}

function Change({ recipient }: { recipient: AlertRecipient }) {
  const { id, name, merchant_id } = recipient;
  const [chosen, choose] = useState<ChosenTerms>(recipient);
  const whose = merchant_id === null ? 'house' : 'merchant';
  return (
    <FormAct
      about={null}
      version={recipient.version}
      label={texts.change}
      of={name}
      submit={save}
      done={texts.changed}
      asks_why
      is_quiet
      is_small
      onOpen={() => choose(recipient)}
      run={(fields, idempotency_key, seen) => {
        const address = textOf(fields, 'address');
        const terms = {
          name: textOf(fields, 'name'),
          ...termsFor(whose, chosen),
          ...noteOf(fields),
          ...seen,
        };
        return call('changeAlertRecipient', {
          path: { id },
          body: address === '' ? terms : { ...terms, address },
          idempotency_key,
        });
      }}
    >
      <TextInput
        name="name"
        label={texts.name}
        {...BOUNDS.changeAlertRecipient.name}
        defaultValue={name}
        required
        data-autofocus
      />
      <TextInput
        name="address"
        label={texts.new_address}
        description={texts.new_address_hint}
        {...BOUNDS.changeAlertRecipient.address}
      />
      <Terms whose={whose} value={chosen} change={choose} />
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
          version={recipient.version}
          {...shared}
          label={texts.rotate}
          what={texts.rotate_what}
          done={texts.rotated}
          asks_why
          is_quiet
          run={(fields, idempotency_key, seen) =>
            call('changeAlertRecipient', {
              path: { id },
              body: { rotate_secret: true, ...noteOf(fields), ...seen },
              idempotency_key,
            })
          }
          secretOf={secretOf}
        />
      ) : null}
      <FormAct
        about={null}
        {...shared}
        label={texts.remove}
        what={texts.remove_what}
        done={texts.removed}
        asks_why
        is_dangerous
        run={(fields, idempotency_key) =>
          call('removeAlertRecipient', { path: { id }, body: noteOf(fields), idempotency_key })
        }
      />
    </>
  );
}
