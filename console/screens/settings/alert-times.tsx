// Quiet hours, and how long a value must be over its threshold before a notice is sent.
import { SimpleGrid, Table, TextInput } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { AlertSettings } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { noteOf, numberOrNull, textOf, textOrNull } from '../../parts/act/form-fields.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { quiet, save, saved } = SETTINGS_TEXTS;

const MINUTES = [
  { name: 'raise_after_minutes', label: quiet.raise, hint: quiet.raise_hint },
  { name: 'recover_after_minutes', label: quiet.recover, hint: quiet.recover_hint },
  { name: 'remind_after_minutes', label: quiet.remind, hint: quiet.remind_hint },
] as const;

/** A field left empty is not changed. */
function changesOf(fields: FormData) {
  const minutes = MINUTES.flatMap(({ name }): [string, number][] => {
    const value = numberOrNull(fields, name);
    return value === null ? [] : [[name, value]];
  });
  return {
    quiet_from: textOrNull(fields, 'quiet_from'),
    quiet_to: textOrNull(fields, 'quiet_to'),
    time_zone: textOf(fields, 'time_zone'),
    ...Object.fromEntries(minutes),
    ...noteOf(fields),
  };
}

function Fields({ settings }: { settings: AlertSettings }) {
  return (
    <>
      <SimpleGrid cols={2}>
        <TextInput
          name="quiet_from"
          type="time"
          label={quiet.from}
          defaultValue={settings.quiet_from ?? ''}
        />
        <TextInput
          name="quiet_to"
          type="time"
          label={quiet.to}
          defaultValue={settings.quiet_to ?? ''}
        />
      </SimpleGrid>
      <TextInput
        name="time_zone"
        label={quiet.zone}
        description={quiet.zone_hint}
        {...BOUNDS.changeAlertSettings.time_zone}
        defaultValue={settings.time_zone}
        required
      />
      {MINUTES.map(({ name, label, hint }) => (
        <TextInput
          key={name}
          name={name}
          type="number"
          {...BOUNDS.changeAlertSettings[name]}
          label={label}
          description={hint}
          defaultValue={settings[name]}
        />
      ))}
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
            version={settings.version}
            label={SETTINGS_TEXTS.thresholds.change}
            of={quiet.title}
            what={quiet.hint}
            submit={save}
            done={saved}
            is_quiet
            asks_why
            run={(fields, idempotency_key, seen) =>
              call('changeAlertSettings', {
                body: { ...changesOf(fields), ...seen },
                idempotency_key,
              })
            }
          >
            <Fields settings={settings} />
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
