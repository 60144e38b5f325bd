// The fields of a scheduled report: which view, when, as which file, and to whom.
import { MultiSelect, Select, SimpleGrid, TextInput } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { readOf } from '../../api/keys.ts';
import type { ReportReader, SavedView, ScheduledReport } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { textOf } from '../../parts/act/form-fields.ts';
import { choicesOf } from '../../parts/list/choices.ts';
import { ZONE } from '../../parts/list/periods.ts';
import { SCHEDULED_TEXTS as texts } from '../../texts/reports/scheduled.ts';

const HOURS_PER_DAY = 24;
const HOUR_FIRST = 6;

/** What is chosen from a list; what is typed stands in the form. */
export type Chosen = {
  readonly view: string | null;
  readonly every: ScheduledReport['every'];
  readonly hour: number;
  readonly format: ScheduledReport['format'];
  readonly recipients: readonly string[];
};

export const firstChosen = (view: string | null): Chosen => ({
  view,
  every: 'day',
  hour: HOUR_FIRST,
  format: 'xlsx',
  recipients: [],
});

/** The view stays, unless another one is chosen. */
export const chosenOf = ({ every, hour, format, recipients }: ScheduledReport): Chosen => ({
  view: null,
  every,
  hour,
  format,
  recipients,
});

export const termsOf = (fields: FormData, { every, hour, format, recipients }: Chosen) => ({
  name: textOf(fields, 'name'),
  every,
  hour,
  format,
  recipients: [...recipients],
  time_zone: textOf(fields, 'time_zone'),
});

/** Those of the trades, one's own and those that colleagues share. */
export function useTradeViews(): readonly SavedView[] | undefined {
  const { data } = useRead(readOf('listSavedViews', {}));
  return data?.data.filter(({ address }) => address.split('?')[0] === '/trades');
}

const HOURS = Array.from({ length: HOURS_PER_DAY }, (_none, hour) => ({
  value: String(hour),
  label: texts.hourText(hour),
}));

/** Those who may have one, and those who got it until their role changed. */
function peopleFor(people: readonly ReportReader[], report: ScheduledReport | null) {
  const known = people.map(({ id, name }) => ({ value: id, label: name }));
  const lost = (report?.readers ?? []).filter(({ may_receive }) => !may_receive);
  return [
    ...known,
    ...lost.map(({ id, name }) => ({ value: id, label: name ?? texts.unknown_person })),
  ];
}

type Props = {
  readonly value: Chosen;
  readonly change: (value: Chosen) => void;
  readonly people: readonly ReportReader[];
  readonly views: readonly SavedView[];
  /** Null: a new one. */
  readonly report: ScheduledReport | null;
};

function NameAndView({ value, change, views, report }: Props) {
  const of_view = views.find(({ id }) => id === value.view)?.name ?? '';
  const choices = views.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Select
        label={texts.view}
        description={texts.view_hint}
        placeholder={report === null ? texts.view : texts.keep_view(report.view_name)}
        data={choices}
        value={value.view}
        onChange={(view) => change({ ...value, view })}
        nothingFoundMessage={texts.no_views}
        searchable
        required={report === null}
        clearable={report !== null}
      />
      <TextInput
        // A view that is chosen first gives its name to a report that has none yet.
        key={report === null ? of_view : report.id}
        name="name"
        label={texts.name}
        {...BOUNDS.createScheduledReport.name}
        defaultValue={report?.name ?? of_view.slice(0, BOUNDS.createScheduledReport.name.maxLength)}
        data-autofocus
      />
    </>
  );
}

function Schedule({ value, change, report }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={texts.every}
          data={[...choicesOf(texts.cycles)]}
          allowDeselect={false}
          value={value.every}
          onChange={(every) => change({ ...value, every: cycleOf(every) })}
        />
        <Select
          label={texts.hour}
          data={HOURS}
          allowDeselect={false}
          value={String(value.hour)}
          onChange={(hour) => change({ ...value, hour: Number(hour) })}
        />
      </SimpleGrid>
      <TextInput
        name="time_zone"
        label={texts.zone}
        description={texts.zone_hint}
        {...BOUNDS.createScheduledReport.time_zone}
        defaultValue={report?.time_zone ?? ZONE}
        required
      />
    </>
  );
}

const cycleOf = (name: string | null): Chosen['every'] =>
  (['week', 'month'] as const).find((one) => one === name) ?? 'day';

export function ScheduleFields(props: Props) {
  const { value, change, people, report } = props;
  return (
    <>
      <NameAndView {...props} />
      <Schedule {...props} />
      <Select
        label={texts.format}
        data={[...choicesOf(texts.formats)]}
        allowDeselect={false}
        value={value.format}
        onChange={(format) => change({ ...value, format: format === 'csv' ? 'csv' : 'xlsx' })}
      />
      <MultiSelect
        label={texts.recipients}
        description={texts.recipients_hint}
        data={peopleFor(people, report)}
        value={[...value.recipients]}
        onChange={(recipients) => change({ ...value, recipients })}
        maxValues={BOUNDS.createScheduledReport.recipients.maxItems}
        nothingFoundMessage={texts.nobody}
        searchable
      />
    </>
  );
}
