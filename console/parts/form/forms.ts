// Forms of the operator API: their bounds are those of its requests.
import { BOUNDS } from '../../api/bounds.gen.ts';
import { formWith } from './request-form.ts';

export const requestForm = formWith(BOUNDS);
