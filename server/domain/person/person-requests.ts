// What is asked about people, their sessions and their ties, and what they look at.

import { emailProblem } from '../../lib/email.ts';
import { merchantProblem } from '../access/person.ts';
import { PERSON_ROLES, ROLE_TOLD } from '../access/roles.ts';
import { emailField } from '../access/sign-in-requests.ts';
import { PRESENCE_SUBJECTS } from '../record/presence.ts';
import { noteField } from '../request/common-fields.ts';
import { idFilter } from '../request/filter-fields.ts';
import { flagField } from '../request/number-fields.ts';
import {
  type Notes,
  optionalField,
  queryShape,
  type ReadSoFar,
  refinedField,
  requestShape,
  requiredOrNull,
  withDefault,
} from '../request/request-shape.ts';
import { textField, uuidField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { namesFilter } from '../search/name-search.ts';

const NAME_MAX = 128;
const NAME_AND_EMAIL = {
  name: textField(NAME_MAX, 'As others see it'),
  email: refinedField(emailField('By which the person signs in'), (email, name, notes) => {
    const problem = emailProblem(email);
    if (problem !== null) notes.wrong(name, 'format', problem);
    return email;
  }),
};

const ROLE = {
  role: choiceField(PERSON_ROLES, ROLE_TOLD),
  merchant_id: optionalField(uuidField('Required for people of a merchant')),
};

function checkRole({ role = 'viewer', merchant_id }: ReadSoFar<typeof ROLE>, notes: Notes): void {
  if (merchant_id === undefined) return;
  const problem = merchantProblem(role, merchant_id);
  const code = merchant_id === null ? 'required' : 'not_allowed';
  if (problem !== null) notes.wrong('merchant_id', code, problem);
}

export const INVITE_PERSON = requestShape(
  'InvitePerson',
  { ...NAME_AND_EMAIL, ...ROLE },
  checkRole,
);
/** On the machine of the service. */
export const MAKE_OWNER = requestShape('MakeOwner', NAME_AND_EMAIL);

const WHY = { reason: noteField('Why') };
export const CHANGE_PERSON_ROLE = requestShape('ChangePersonRole', { ...ROLE, ...WHY }, checkRole);
export const DISABLE_PERSON = requestShape('DisablePerson', WHY);
export const ENABLE_PERSON = requestShape('EnablePerson', WHY);
export const RESET_FACTORS = requestShape('ResetFactors', WHY);

export const UNTIE_PEOPLE = requestShape('UntiePeople', {
  from_person_id: requiredOrNull(uuidField('The other one; null: a token that belongs to nobody')),
  ...WHY,
});

export const FIND_PEOPLE = queryShape({
  merchant_id: idFilter('The people of one merchant'),
  q: namesFilter('the name, the e-mail address or the id'),
});
export const FIND_SESSIONS = queryShape({ person_id: idFilter('The sessions of one person') });

export const SHARE_PRESENCE = requestShape('SharePresence', {
  subject_type: choiceField(PRESENCE_SUBJECTS, 'What you look at'),
  subject_id: uuidField('Its id'),
  leaving: withDefault(flagField('You look at it no more'), false),
});
