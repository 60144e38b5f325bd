// The version on which an act was decided, as requests name it.
import { momentOrNull, optional } from './shapes.ts';

export const EXPECTED_DECIDED_AT = optional(
  momentOrNull(
    'The line’s `decided_at` on which you decided: if it has changed since, the act is refused ' +
      'with `changed_meanwhile`',
  ),
);
