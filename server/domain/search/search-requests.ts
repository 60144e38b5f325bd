// What the one search may be asked for.

import { idFilter } from '../request/filter-fields.ts';
import { queryShape, refinedField } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { readSearchText, SEARCH_TEXT_MAX } from './search-text.ts';

export const SEARCH = queryShape({
  q: refinedField(textField(SEARCH_TEXT_MAX, 'What to look for'), (given, name, notes) => {
    const text = readSearchText(given);
    if (text !== null) return text;
    notes.wrong(name, 'format', 'must have something to look for');
    return undefined;
  }),
  merchant_id: idFilter('Only what belongs to one merchant; bank lines belong to none'),
});
