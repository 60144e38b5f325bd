// Forms whose bounds are loaded with the screens: those of the first load have `entry-forms.ts`.
import { BOUNDS } from '../../api/bounds.gen.ts';
import { formWith } from './request-form.ts';

export const requestForm = formWith(BOUNDS);
