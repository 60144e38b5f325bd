// What may be asked of saved views.

import { flagField } from '../request/number-fields.ts';
import { refinedField, requestShape } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';

const NAME_MAX = 60;
const ADDRESS_MAX = 2_000;

/** Below /console, on this service: a path of words and ids, and a query. */
const ADDRESS = /^\/[a-z0-9/-]{0,200}(?:\?[^\s#\\]{0,1900})?$/;

export const CREATE_VIEW = requestShape('CreateSavedView', {
  name: refinedField(textField(NAME_MAX, 'What you call it'), (given, field, notes) => {
    const name = given.trim();
    if (name === '') notes.wrong(field, 'required', 'is required');
    return name;
  }),
  address: refinedField(
    textField(ADDRESS_MAX, 'As `/trades?state=failed`'),
    (given, field, notes) => {
      const message = 'must be an address of the console, as /trades?state=failed';
      if (!ADDRESS.test(given) || given.startsWith('//')) notes.wrong(field, 'format', message);
      return given;
    },
  ),
});

export const SHARE_VIEW = requestShape('ShareSavedView', {
  is_shared: flagField('Colleagues see it'),
});
