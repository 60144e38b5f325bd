// Quiet hours, and how long a value must be over its threshold before a notice is sent.
import { SimpleGrid, Table, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { AlertSettings } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import type { Setting } from '../../parts/act/setting.ts';
import { CardSection } from '../../parts/card-section.tsx';
import type { FormOf } from '../../parts/form/form-inputs.ts';
import { requestForm } from '../../parts/form/forms.ts';
import {
  leftOutIfEmpty,
  nullIfEmpty,
  typedText,
  typedWhole,
  typedWhy,
} from '../../parts/form/typed-fields.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { quiet, save, saved } = SETTINGS_TEXTS;

const MINUTES = [
  { name: 'raise_after_minutes', label: quiet.raise, hint: quiet.raise_hint },
  { name: 'recover_after_minutes', label: quiet.recover, hint: quiet.recover_hint },
  { name: 'remind_after_minutes', label: quiet.remind, hint: quiet.remind_hint },
] as const;

/** Minutes that are left empty are not changed. */
const FIELDS = {
  quiet_from: nullIfEmpty(typedText()),
  quiet_to: nullIfEmpty(typedText()),
  time_zone: typedText(),
  raise_after_minutes: leftOutIfEmpty(typedWhole()),
  recover_after_minutes: leftOutIfEmpty(typedWhole()),
  remind_after_minutes: leftOutIfEmpty(typedWhole()),
  note: typedWhy(),
};

const FORM = requestForm('changeAlertSettings', FIELDS);

const shown: Setting<typeof FIELDS>['shown'] = (typed) => [
  [quiet.from, typed.quiet_from],
  [quiet.to, typed.quiet_to],
  [quiet.zone, typed.time_zone],
  ...MINUTES.map(({ name, label }) => [label, typed[name]] as const),
];

const valuesOf = (settings: AlertSettings) => ({
  quiet_from: settings.quiet_from ?? '',
  quiet_to: settings.quiet_to ?? '',
  time_zone: settings.time_zone,
  raise_after_minutes: String(settings.raise_after_minutes),
  recover_after_minutes: String(settings.recover_after_minutes),
  remind_after_minutes: String(settings.remind_after_minutes),
});

function Fields({ form: { field } }: { form: FormOf<typeof FIELDS> }) {
  return (
    <>
      <SimpleGrid cols={2}>
        <TextInput type="time" label={quiet.from} {...field('quiet_from')} />
        <TextInput type="time" label={quiet.to} {...field('quiet_to')} />
      </SimpleGrid>
      <TextInput label={quiet.zone} description={quiet.zone_hint} {...field('time_zone')} />
      {MINUTES.map(({ name, label, hint }) => (
        <TextInput key={name} type="number" label={label} description={hint} {...field(name)} />
      ))}
      <WhyField {...field('note')} />
    </>
  );
}

type Props = { readonly settings: AlertSettings; readonly may_change: boolean };

export function AlertTimes({ settings, may_change }: Props) {
  const rows = [
    [quiet.from, settings.quiet_from ?? COMMON_TEXTS.nothing],
    [quiet.to, settings.quiet_to ?? COMMON_TEXTS.nothing],
    [quiet.zone, settings.time_zone],
    ...MINUTES.map(({ name, label }) => [label, settings[name]] as const),
  ] as const;
  return (
    <CardSection
      title={quiet.title}
      acts={
        may_change ? (
          <FormAct
            about={null}
            label={SETTINGS_TEXTS.thresholds.change}
            of={quiet.title}
            what={quiet.hint}
            submit={save}
            done={saved}
            is_quiet
            form={FORM}
            setting={{ version: settings.version, values: valuesOf(settings), shown }}
            run={(sent, idempotency_key, seen) =>
              call('changeAlertSettings', { body: { ...sent, ...seen }, idempotency_key })
            }
          >
            {(form) => <Fields form={form} />}
          </FormAct>
        ) : null
      }
    >
      <Table variant="vertical" maw={560}>
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={240}>{label}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </CardSection>
  );
}
