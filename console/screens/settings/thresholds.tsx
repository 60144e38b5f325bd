// From which value on each kind of alert is raised.
import { Badge, Checkbox, Table, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { AlertKindSetting, ChangeAlertKind } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import type { Setting } from '../../parts/act/setting.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { typedRow } from '../../parts/form/field-table.ts';
import { requestForm } from '../../parts/form/forms.ts';
import {
  carried,
  nullIfEmpty,
  typedFlag,
  typedWhole,
  typedWhy,
} from '../../parts/form/typed-fields.ts';
import { yesOrNo } from '../../texts/acts.ts';
import { HOME_TEXTS } from '../../texts/home.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { thresholds, severities, units, values, save } = SETTINGS_TEXTS;
const [HOUR, DAY] = [60, 1_440];
const { kinds: names } = HOME_TEXTS;

const FIELDS = {
  kinds: typedRow<ChangeAlertKind>()({
    kind: carried<ChangeAlertKind['kind']>('payins_to_verify'),
    threshold: nullIfEmpty(typedWhole()),
    enabled: typedFlag(),
  }),
  note: typedWhy(),
};
const FORM = requestForm('changeAlertSettings', FIELDS);

/** Minutes in the largest unit that says them exactly. */
function shown(value: number, unit: AlertKindSetting['unit']): string {
  if (unit === 'count') return value.toLocaleString();
  if (unit === 'percent') return values.percent(value);
  if (value % DAY === 0) return values.days(value / DAY);
  return value % HOUR === 0 ? values.hours(value / HOUR) : values.minutes(value);
}

function settingOf(setting: AlertKindSetting): Setting<typeof FIELDS> {
  const { kind, threshold, enabled, unit, version } = setting;
  return {
    version,
    values: { kinds: { kind, threshold: String(threshold), enabled } },
    shown: ({ kinds: typed }) => [
      [`${thresholds.value} (${units[unit]})`, typed.threshold],
      [thresholds.enabled, yesOrNo(typed.enabled)],
    ],
  };
}

function Change({ setting }: { setting: AlertKindSetting }) {
  const { kind, unit } = setting;
  return (
    <FormAct
      about={null}
      label={thresholds.change}
      of={names[kind]}
      submit={save}
      done={thresholds.changed}
      is_quiet
      is_small
      form={FORM}
      setting={settingOf(setting)}
      run={(sent, idempotency_key, seen) =>
        call('changeAlertSettings', { body: { ...sent, ...seen }, idempotency_key })
      }
    >
      {({ field }) => (
        <>
          <TextInput
            type="number"
            label={`${thresholds.value} (${units[unit]})`}
            description={thresholds.value_hint}
            {...field('kinds.threshold')}
            data-autofocus
          />
          <Checkbox label={thresholds.enabled} {...field('kinds.enabled')} />
          <WhyField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}

type Props = { readonly kinds: readonly AlertKindSetting[]; readonly may_change: boolean };

export function Thresholds({ kinds, may_change }: Props) {
  const { kind, severity, threshold, usual } = thresholds;
  return (
    <CardSection title={thresholds.title}>
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {[kind, severity, threshold, usual].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kinds.map((setting) => (
              <Table.Tr key={setting.kind}>
                <Table.Td>
                  {names[setting.kind]}{' '}
                  {setting.enabled ? null : (
                    <Badge color="gray" variant="light">
                      {thresholds.off}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td>{severities[setting.severity]}</Table.Td>
                <Table.Td>{shown(setting.threshold, setting.unit)}</Table.Td>
                <Table.Td>{shown(setting.default_threshold, setting.unit)}</Table.Td>
                <Table.Td className="number">
                  {may_change ? <Change setting={setting} /> : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </CardSection>
  );
}
