// What can be done with a scheduled report: it is made, changed, sent now, paused and deleted.
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { ReportReader, SavedView, ScheduledReport } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import type { Setting } from '../../parts/act/setting.ts';
import { requestForm } from '../../parts/form/forms.ts';
import { leftOutIfEmpty, typedChosenId, typedText } from '../../parts/form/typed-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { SCHEDULED_TEXTS as texts } from '../../texts/reports/scheduled.ts';
import {
  AddressFields,
  FIRST_SCHEDULE,
  peopleFor,
  SCHEDULE,
  ScheduleFields,
  scheduleOf,
  shownSchedule,
  type TypedAddress,
  typedAddress,
  ViewField,
} from './schedule-fields.tsx';

const secretOf = ({ secret }: { readonly secret: string | null }) =>
  secret === null ? null : <ShownOnce what={texts.secret} value={secret} />;

type Known = { readonly people: readonly ReportReader[]; readonly views: readonly SavedView[] };

const ADD = requestForm('createScheduledReport', {
  ...SCHEDULE,
  saved_view_id: typedChosenId(),
  callback_url: leftOutIfEmpty(typedText()),
});

/** `from`: the view that it is made of, whose dialog is open at once; null: nobody chose one yet. */
export function AddReport({ people, views, from }: Known & { readonly from: string | null }) {
  // A view that is chosen gives its name to a report that has none of its own.
  const nameOf = (id: string | null) =>
    views
      .find((view) => view.id === id)
      ?.name.slice(0, BOUNDS.createScheduledReport.name.maxLength) ?? '';
  return (
    <FormAct
      about={null}
      label={texts.add}
      what={texts.add_what}
      done={texts.added}
      size="lg"
      starts_open={from !== null}
      form={ADD}
      values={{ ...FIRST_SCHEDULE, saved_view_id: from, name: nameOf(from) }}
      run={(body, idempotency_key) => call('createScheduledReport', { body, idempotency_key })}
      secretOf={secretOf}
    >
      {({ values, field, set }) => (
        <>
          <ViewField
            views={views}
            report={null}
            input={{
              ...field('saved_view_id'),
              onChange: (id) => {
                const has_own = values.name !== nameOf(values.saved_view_id);
                set('saved_view_id', id);
                if (!has_own) set('name', nameOf(id));
              },
            }}
          />
          <ScheduleFields people={people} report={null} field={field} />
          <TextInput
            type="url"
            label={texts.callback}
            description={texts.callback_hint}
            {...field('callback_url')}
          />
        </>
      )}
    </FormAct>
  );
}

type Of = { readonly report: ScheduledReport };

const CHANGED = {
  ...SCHEDULE,
  saved_view_id: leftOutIfEmpty(typedChosenId()),
  callback_url: typedAddress(),
};
const CHANGE = requestForm('changeScheduledReport', CHANGED);

function settingOf(report: ScheduledReport, { people, views }: Known): Setting<typeof CHANGED> {
  const { version, view_name, callback_address } = report;
  const addressOf = ({ text, is_dropped }: TypedAddress) => {
    if (is_dropped) return '';
    return text === '' ? (callback_address ?? '') : text;
  };
  return {
    version,
    values: scheduleOf(report),
    shown: (typed) => [
      [texts.view, views.find(({ id }) => id === typed.saved_view_id)?.name ?? view_name],
      ...shownSchedule(typed, peopleFor(people, report)),
      [texts.callback, addressOf(typed.callback_url)],
    ],
  };
}

function Change({ report, people, views }: Known & Of) {
  const { id, name, callback_address } = report;
  return (
    <FormAct
      about={null}
      label={texts.change}
      of={name}
      submit={texts.save}
      done={texts.changed}
      size="lg"
      is_quiet
      form={CHANGE}
      setting={settingOf(report, { people, views })}
      run={(body, idempotency_key, seen) =>
        call('changeScheduledReport', { path: { id }, body: { ...body, ...seen }, idempotency_key })
      }
      secretOf={secretOf}
    >
      {({ field }) => (
        <>
          <ViewField input={field('saved_view_id')} views={views} report={report} />
          <ScheduleFields people={people} report={report} field={field} />
          <AddressFields input={field('callback_url')} address={callback_address} />
        </>
      )}
    </FormAct>
  );
}

/** What changes one thing of it, and asks for nothing more. */
function ChangeOne({
  report,
  body,
  ...act
}: Of & {
  readonly body: { readonly enabled: boolean } | { readonly rotate_secret: true };
  readonly label: string;
  readonly what: string;
  readonly done: string;
}) {
  const { id, name, version } = report;
  return (
    <FormAct
      about={null}
      version={version}
      of={name}
      {...act}
      is_quiet
      run={(_none, idempotency_key, seen) =>
        call('changeScheduledReport', {
          path: { id },
          body: { ...body, ...seen },
          idempotency_key,
        })
      }
      secretOf={secretOf}
    />
  );
}

function Remove({ report: { id, name } }: Of) {
  const navigate = useNavigate();
  return (
    <FormAct
      about={null}
      label={texts.remove}
      of={name}
      what={texts.remove_what}
      done={texts.removed}
      is_dangerous
      run={async (_none, idempotency_key) => {
        const removed = await call('removeScheduledReport', {
          path: { id },
          body: {},
          idempotency_key,
        });
        void navigate({ to: '/reports/scheduled' });
        return removed;
      }}
    />
  );
}

/** To everybody; or one sending that is over, to its recipient. */
export function SendReport({
  report: { id, name },
  sending,
}: Of & { readonly sending: { readonly id: string; readonly which: string } | null }) {
  return (
    <FormAct
      about={null}
      {...(sending === null
        ? { label: texts.send, what: texts.send_what, of: name }
        : {
            label: texts.again,
            what: texts.again_what,
            of: sending.which,
            is_quiet: true,
            is_small: true,
          })}
      done={texts.sent}
      run={(_none, idempotency_key) =>
        call('sendScheduledReport', {
          path: { id },
          body: sending === null ? {} : { sending_id: sending.id },
          idempotency_key,
        })
      }
    />
  );
}

export function ReportActs({ report, people, views }: Known & Of) {
  return (
    <>
      <SendReport report={report} sending={null} />
      <Change report={report} people={people} views={views} />
      {report.enabled ? (
        <ChangeOne
          report={report}
          body={{ enabled: false }}
          label={texts.pause}
          what={texts.pause_what}
          done={texts.is_paused}
        />
      ) : (
        <ChangeOne
          report={report}
          body={{ enabled: true }}
          label={texts.resume}
          what={texts.resume_what}
          done={texts.is_resumed}
        />
      )}
      {report.callback_address === null ? null : (
        <ChangeOne
          report={report}
          body={{ rotate_secret: true }}
          label={texts.rotate}
          what={texts.rotate_what}
          done={texts.rotated}
        />
      )}
      <Remove report={report} />
    </>
  );
}
