// What can be done with a scheduled report: it is made, changed, sent now, paused and deleted.
import { Checkbox, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { ReportReader, SavedView, ScheduledReport } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { noteOf, textOf } from '../../parts/act/form-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { SCHEDULED_TEXTS as texts } from '../../texts/reports/scheduled.ts';
import { type Chosen, chosenOf, firstChosen, ScheduleFields, termsOf } from './schedule-fields.tsx';

const secretOf = ({ secret }: { readonly secret: string | null }) =>
  secret === null ? null : <ShownOnce what={texts.secret} value={secret} />;

type Known = { readonly people: readonly ReportReader[]; readonly views: readonly SavedView[] };

/** `from`: the view that it is made of, whose dialog is open at once; null: nobody chose one yet. */
export function AddReport({ people, views, from }: Known & { readonly from: string | null }) {
  const [chosen, choose] = useState<Chosen>(() => firstChosen(from));
  return (
    <FormAct
      about={null}
      label={texts.add}
      what={texts.add_what}
      done={texts.added}
      size="lg"
      starts_open={from !== null}
      is_ready={chosen.view !== null}
      onOpen={() => choose(firstChosen(from))}
      run={(fields, idempotency_key) => {
        const callback_url = textOf(fields, 'callback_url');
        return call('createScheduledReport', {
          body: {
            ...termsOf(fields, chosen),
            saved_view_id: chosen.view ?? '',
            ...(callback_url === '' ? {} : { callback_url }),
            ...noteOf(fields),
          },
          idempotency_key,
        });
      }}
      secretOf={secretOf}
    >
      <ScheduleFields value={chosen} change={choose} people={people} views={views} report={null} />
      <TextInput
        name="callback_url"
        type="url"
        label={texts.callback}
        description={texts.callback_hint}
        {...BOUNDS.createScheduledReport.callback_url}
      />
    </FormAct>
  );
}

type Of = { readonly report: ScheduledReport };

/** Undefined: the address stays. */
function addressOf(fields: FormData): { callback_url?: string | null } {
  if (fields.get('no_callback') !== null) return { callback_url: null };
  const callback_url = textOf(fields, 'callback_url');
  return callback_url === '' ? {} : { callback_url };
}

function Change({ report, people, views }: Known & Of) {
  const [chosen, choose] = useState<Chosen>(() => chosenOf(report));
  const { id, name, callback_address } = report;
  return (
    <FormAct
      about={null}
      version={report.version}
      label={texts.change}
      of={name}
      submit={texts.save}
      done={texts.changed}
      size="lg"
      is_quiet
      onOpen={() => choose(chosenOf(report))}
      run={(fields, idempotency_key, seen) =>
        call('changeScheduledReport', {
          path: { id },
          body: {
            ...termsOf(fields, chosen),
            ...(chosen.view === null ? {} : { saved_view_id: chosen.view }),
            ...addressOf(fields),
            ...noteOf(fields),
            ...seen,
          },
          idempotency_key,
        })
      }
      secretOf={secretOf}
    >
      <ScheduleFields
        value={chosen}
        change={choose}
        people={people}
        views={views}
        report={report}
      />
      <TextInput
        name="callback_url"
        type="url"
        label={callback_address === null ? texts.callback : texts.new_callback}
        description={callback_address === null ? texts.callback_hint : texts.new_callback_hint}
        {...BOUNDS.changeScheduledReport.callback_url}
      />
      {callback_address === null ? null : <Checkbox name="no_callback" label={texts.no_callback} />}
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
      run={(fields, idempotency_key, seen) =>
        call('changeScheduledReport', {
          path: { id },
          body: { ...body, ...noteOf(fields), ...seen },
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
      run={async (fields, idempotency_key) => {
        const body = noteOf(fields);
        const removed = await call('removeScheduledReport', {
          path: { id },
          body,
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
      run={(fields, idempotency_key) =>
        call('sendScheduledReport', {
          path: { id },
          body: { ...(sending === null ? {} : { sending_id: sending.id }), ...noteOf(fields) },
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
