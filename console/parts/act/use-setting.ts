// The setting that a dialog changes. If somebody else changes it meanwhile, what was typed stays,
// and theirs stands beside it until the person has seen it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAllAgain } from '../../api/keys.ts';
import { emptyValues, fieldsOf, type RequestForm, type WithBody } from '../form/request-form.ts';
import type { TypedValues } from '../form/typed-fields.ts';
import type { Seen } from './seen-version.ts';
import { besideTyped, type Of, type Setting, standingOf, typedOnNow } from './setting.ts';
import type { Meeting } from './use-edited.ts';

export type Changing<N extends WithBody, F> = {
  readonly form?: RequestForm<N, F>;
  /** As it is now. */
  readonly setting?: Setting<NoInfer<F>>;
  /** If nothing is typed: as it is now. */
  readonly version?: string;
};

/** What the form begins with. */
export function firstOf<F>(
  values: Partial<TypedValues<F>> | undefined,
  setting: Setting<F> | undefined,
): Partial<TypedValues<F>> {
  if (values !== undefined) return values;
  return setting === undefined || 'named' in setting ? {} : setting.values;
}

type Filled<F> = {
  readonly form: { readonly values: TypedValues<F> };
  readonly fill: (values: TypedValues<F>) => void;
};

type Known = { readonly seen: Seen; readonly meeting: Meeting | null };

/** `reset`: forgets why the last try was refused. */
function useMeeting<N extends WithBody, F>(
  { form, setting, version }: Changing<N, F>,
  filled: Filled<F>,
  reset: () => void,
): Known {
  const [opened] = useState(version);
  const [began, begin] = useState(setting);
  if (form === undefined || setting === undefined || began === undefined) {
    return { seen: opened === undefined ? {} : { expected_version: opened }, meeting: null };
  }
  const of: Of<F> = { fields: fieldsOf(form), empty: emptyValues(form) };
  const typed = filled.form.values;
  const [then, now] = [standingOf(began, of, typed), standingOf(setting, of, typed)];
  const seen = { expected_version: then.version };
  if (then.version === now.version) return { seen, meeting: null };
  const goOn = (values: TypedValues<F>) => {
    begin(setting);
    filled.fill(values);
    reset();
  };
  const meeting = {
    rows: besideTyped(then.rows, now.rows, began.shown(typed)),
    keep: () => goOn(typedOnNow(of.fields, then.values, now.values, typed) as TypedValues<F>),
    renew: () => goOn({ ...typed, ...now.own }),
  };
  return { seen, meeting };
}

/**
 * `seen`: the version that is sent, of what the person has seen. `read`: after the change, before
 * the dialog closes, so that the next one is opened on the new version.
 */
export function useSetting<N extends WithBody, F>(
  changing: Changing<N, F>,
  filled: Filled<F>,
  reset: () => void,
): Known & { readonly read: () => Promise<void> } {
  const client = useQueryClient();
  const { setting, version } = changing;
  const is_about_one = setting !== undefined || version !== undefined;
  const read = () => (is_about_one ? readAllAgain(client) : Promise.resolve());
  return { ...useMeeting(changing, filled, reset), read };
}
