// The fields of a scheduled report: which view, when, as which file, and to whom.
import { Checkbox, MultiSelect, Select, SimpleGrid, TextInput } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { readOf } from '../../api/keys.ts';
import type { ReportReader, SavedView, ScheduledReport } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { type Rows, wordsOf } from '../../parts/act/setting.ts';
import { textWrong } from '../../parts/form/field-bounds.ts';
import type { InputFor } from '../../parts/form/form-inputs.ts';
import {
  carried,
  type TypedField,
  type TypedValues,
  typedChoice,
  typedText,
  typedWhole,
} from '../../parts/form/typed-fields.ts';
import { choicesOf } from '../../parts/list/choices.ts';
import { ZONE } from '../../parts/list/periods.ts';
import { SCHEDULED_TEXTS as texts } from '../../texts/reports/scheduled.ts';

const HOURS_PER_DAY = 24;
const HOUR_FIRST = '6';

/** What a report has, whether it is new or changed. */
export const SCHEDULE = {
  name: typedText(),
  every: typedChoice(texts.cycles),
  hour: typedWhole(),
  time_zone: typedText(),
  format: typedChoice(texts.formats),
  recipients: carried<string[]>([]),
} as const;

export const FIRST_SCHEDULE = {
  every: 'day',
  hour: HOUR_FIRST,
  format: 'xlsx',
  time_zone: ZONE,
} as const;

export const scheduleOf = ({
  name,
  every,
  hour,
  time_zone,
  format,
  recipients,
}: ScheduledReport) => ({
  ...{ name, every, hour: String(hour), time_zone, format },
  recipients: [...recipients],
});

/** Of a report that may have an address: another one, none any more, or as before. */
export type TypedAddress = { readonly text: string; readonly is_dropped: boolean };

export const typedAddress = (): TypedField<TypedAddress, string | null | undefined> => ({
  empty: { text: '', is_dropped: false },
  attributes: () => ({ required: false }),
  read({ text, is_dropped }, path, bounds) {
    if (is_dropped) return { sent: null };
    const address = text.trim();
    if (address === '') return { sent: undefined };
    const problem = textWrong(address, bounds[path] ?? {});
    return problem === null ? { sent: address } : { wrong: { [path]: problem } };
  },
});

/** Those of the trades, one's own and those that colleagues share. */
export function useTradeViews(): readonly SavedView[] | undefined {
  return useRead(readOf('listSavedViews', { query: { list: 'trades' } })).data?.data;
}

const HOURS = Array.from({ length: HOURS_PER_DAY }, (_none, hour) => ({
  value: String(hour),
  label: texts.hourText(hour),
}));

/** Those who may have one, and those who got it until their role changed. */
export function peopleFor(people: readonly ReportReader[], report: ScheduledReport | null) {
  const known = people.map(({ id, name }) => ({ value: id, label: name }));
  const lost = (report?.readers ?? []).filter(({ may_receive }) => !may_receive);
  return [
    ...known,
    ...lost.map(({ id, name }) => ({ value: id, label: name ?? texts.unknown_person })),
  ];
}

/** As words, beside those of somebody else. */
export function shownSchedule(
  typed: TypedValues<typeof SCHEDULE>,
  people: ReturnType<typeof peopleFor>,
): Rows {
  const { name, every, hour, time_zone, format, recipients } = typed;
  const names = Object.fromEntries(people.map(({ value, label }) => [value, label]));
  return [
    [texts.name, name],
    [texts.every, every === '' ? '' : texts.cycles[every]],
    [texts.hour, texts.hourText(Number(hour))],
    [texts.zone, time_zone],
    [texts.format, format === '' ? '' : texts.formats[format]],
    [texts.recipients, wordsOf(names, recipients)],
  ];
}

type ViewProps = {
  readonly input: InputFor<string | null>;
  readonly views: readonly SavedView[];
  /** Null: a new one. */
  readonly report: ScheduledReport | null;
};

export function ViewField({ input, views, report }: ViewProps) {
  return (
    <Select
      label={texts.view}
      description={texts.view_hint}
      placeholder={report === null ? texts.view : texts.keep_view(report.view_name)}
      data={views.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={texts.no_views}
      searchable
      required={report === null}
      clearable={report !== null}
      {...input}
    />
  );
}

/** The input of each field, as a form hands it over. */
type ScheduleInputs = ((path: 'name' | 'hour' | 'time_zone') => InputFor<string>) &
  ((path: 'every') => InputFor<ScheduledReport['every'] | ''>) &
  ((path: 'format') => InputFor<ScheduledReport['format'] | ''>) &
  ((path: 'recipients') => InputFor<string[]>);

type ScheduleProps = {
  readonly field: ScheduleInputs;
  readonly people: readonly ReportReader[];
  readonly report: ScheduledReport | null;
};

export function ScheduleFields({ field, people, report }: ScheduleProps) {
  return (
    <>
      <TextInput label={texts.name} {...field('name')} data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={texts.every}
          data={[...choicesOf(texts.cycles)]}
          allowDeselect={false}
          {...field('every')}
        />
        <Select label={texts.hour} data={HOURS} allowDeselect={false} {...field('hour')} />
      </SimpleGrid>
      <TextInput label={texts.zone} description={texts.zone_hint} {...field('time_zone')} />
      <Select
        label={texts.format}
        data={[...choicesOf(texts.formats)]}
        allowDeselect={false}
        {...field('format')}
      />
      <MultiSelect
        label={texts.recipients}
        description={texts.recipients_hint}
        data={peopleFor(people, report)}
        maxValues={BOUNDS.createScheduledReport.recipients.maxItems}
        nothingFoundMessage={texts.nobody}
        searchable
        {...field('recipients')}
      />
    </>
  );
}

type AddressProps = {
  readonly input: InputFor<TypedAddress>;
  /** Null: it has none. */
  readonly address: string | null;
};

export function AddressFields({ input, address }: AddressProps) {
  const { value, onChange, ...place } = input;
  return (
    <>
      <TextInput
        type="url"
        label={address === null ? texts.callback : texts.new_callback}
        description={address === null ? texts.callback_hint : texts.new_callback_hint}
        value={value.text}
        disabled={value.is_dropped}
        onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
        {...place}
      />
      {address === null ? null : (
        <Checkbox
          label={texts.no_callback}
          checked={value.is_dropped}
          onChange={({ currentTarget }) =>
            onChange({ ...value, is_dropped: currentTarget.checked })
          }
        />
      )}
    </>
  );
}
