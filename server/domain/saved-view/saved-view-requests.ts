// What may be asked of saved views.

import { wordFilter } from '../request/filter-fields.ts';
import { listField, textsIn } from '../request/list-fields.ts';
import { flagField } from '../request/number-fields.ts';
import { optionalField, queryShape, refinedField, requestShape } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { filterProblem, VIEW_LIST_NAMES } from './view-lists.ts';

const NAME_MAX = 60;
const ADDRESS_MAX = 2_000;
export const COLUMNS_MAX = 40;
const COLUMN_MAX = 50;

/** Below /console, on this service: a path of words and ids, and a query. */
const ADDRESS = /^\/[a-z0-9/-]{0,200}(?:\?[^\s#\\]{0,1900})?$/;

/** Hidden with `-`, pinned with `^`, its width in pixels behind a colon. */
const COLUMN = /^[\^-]?[a-z][a-z_ ]{0,39}(?::\d{2,3})?$/;
const isColumn = (text: string): text is string => text.length <= COLUMN_MAX && COLUMN.test(text);
const COLUMN_RULE = 'must be a column of the list, as ^order:200, amount or -utr';
const COLUMNS_WORDS =
  'The columns of the list in their order: `-` hides one, `^` pins one, and its width in pixels ' +
  'stands behind a colon. Empty: as the list has them; left out: as each reader has them';

export const CREATE_VIEW = requestShape('CreateSavedView', {
  name: refinedField(textField(NAME_MAX, 'What you call it'), (given, field, notes) => {
    const name = given.trim();
    if (name === '') notes.wrong(field, 'required', 'is required');
    return name;
  }),
  address: refinedField(
    textField(ADDRESS_MAX, 'Of a list with its filters, as `/trades?state=failed`'),
    (given, field, notes) => {
      const message = 'must be an address of the console, as /trades?state=failed';
      const is_address = ADDRESS.test(given) && !given.startsWith('//');
      if (!is_address) notes.wrong(field, 'format', message);
      const problem = is_address ? filterProblem(given) : null;
      if (problem !== null) notes.wrong(field, 'unknown_value', `must ${problem}`);
      return given;
    },
  ),
  columns: optionalField(
    refinedField(
      listField(COLUMNS_MAX, {
        description: COLUMNS_WORDS,
        items: {
          type: 'string',
          description: 'As `^order:200`',
          maxLength: COLUMN_MAX,
          pattern: COLUMN.source,
        },
      }),
      (given, name, notes) => textsIn(given, { name, notes, rule: COLUMN_RULE }, isColumn),
    ),
  ),
});

export const FIND_VIEWS = queryShape({
  list: wordFilter(VIEW_LIST_NAMES, 'Of this list of the console; by default of all'),
});

export const SHARE_VIEW = requestShape('ShareSavedView', {
  is_shared: flagField('Colleagues see it'),
});
