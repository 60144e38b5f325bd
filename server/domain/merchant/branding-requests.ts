// What may be asked of the look of a merchant's pages.

import { parseColor } from '../../lib/contrast.ts';
import { emailProblem } from '../../lib/email.ts';
import {
  field,
  ifGiven,
  optionalField,
  refinedField,
  requestShape,
} from '../request/request-shape.ts';
import { textField, webAddressField } from '../request/text-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { normalisePhone } from '../values/phone.ts';
import { URL_MAX_LENGTH } from '../values/web-address.ts';
import { BRANDING_LIMITS } from './branding.ts';

/** What each field means, in requests and answers. */
export const BRANDING_TOLD = {
  display_name: 'The name that payers see; null: the merchant’s name',
  footer: 'Plain text at the end of every page, such as whom to ask; null: none',
  color: '`#rrggbb`; pages use the nearest readable colour, see `accents`',
  frame_ancestors:
    'Origins that may show the pages in a frame, such as https://shop.example: at most ' +
    `${BRANDING_LIMITS.frame_ancestors_max}; none: nobody`,
  contact_email: 'Where payers write for help; pages show it wherever they say "contact"',
  contact_phone: 'Where payers call for help, as +14155550123',
  contact_url: 'A page of help for payers',
};

const color = field<string>(
  { type: 'string', maxLength: 7, pattern: '^#[0-9a-fA-F]{6}$', description: BRANDING_TOLD.color },
  (given, name, notes) => {
    const is_color = typeof given === 'string' && given.startsWith('#');
    if (is_color && parseColor(given) !== null) return given.toLowerCase();
    notes.wrong(name, 'format', 'must be a colour like #1a56c4, or null');
    return undefined;
  },
);

const most = BRANDING_LIMITS.frame_ancestors_max;
const origins = field<string[], 'originProblem'>(
  {
    type: 'array',
    items: { type: 'string', format: 'uri', maxLength: URL_MAX_LENGTH, description: 'An origin' },
    maxItems: most,
    description: BRANDING_TOLD.frame_ancestors,
  },
  (given, name, notes) => {
    const { originProblem } = notes.facts;
    if (originProblem === undefined) throw new Error('Origins need their rules');
    if (!Array.isArray(given) || given.length > most) {
      notes.wrong(name, 'type', `must be a list of at most ${most} origins`);
      return undefined;
    }
    for (const [index, one] of given.entries()) {
      const problem = originProblem(one);
      if (problem !== null) notes.wrong(`${name}[${index}]`, 'format', problem);
    }
    return [...new Set(given.map(String))];
  },
  ['originProblem'],
);

const email = refinedField(
  textField(LIMITS.name_max_length, BRANDING_TOLD.contact_email),
  (given, name, notes) => {
    const problem = emailProblem(given);
    if (problem !== null) notes.wrong(name, 'format', problem);
    return given;
  },
);

const phone = refinedField(
  textField(LIMITS.name_max_length, BRANDING_TOLD.contact_phone),
  (given, name, notes) => {
    const canonical = normalisePhone(given);
    const message = 'must be a phone number like +14155550123';
    if (canonical === null) notes.wrong(name, 'format', message);
    return canonical ?? undefined;
  },
);

/** Only named fields change; null removes one. */
export const UPDATE_BRANDING = requestShape('UpdateBranding', {
  display_name: ifGiven(
    optionalField(textField(LIMITS.name_max_length, BRANDING_TOLD.display_name)),
  ),
  footer: ifGiven(
    optionalField(textField(BRANDING_LIMITS.footer_max_length, BRANDING_TOLD.footer)),
  ),
  color: ifGiven(optionalField(color)),
  // Null is no list.
  frame_ancestors: ifGiven({ ...origins, read: origins.readGiven }),
  contact_email: ifGiven(optionalField(email)),
  contact_phone: ifGiven(optionalField(phone)),
  contact_url: ifGiven(optionalField(webAddressField('return', BRANDING_TOLD.contact_url))),
});
