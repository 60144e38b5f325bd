// The reason of a request that has no other text for it.
import { optional, orNull } from '../../schema/shapes.ts';

export const reasonField = {
  note: optional(
    orNull('string', {
      maxLength: 500,
      description: 'Why, in your words; required if a second person has to approve it',
    }),
  ),
};
