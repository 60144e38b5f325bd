// A role, what it allows, and the merchant that people of a merchant belong to.
import { Select, Text } from '@mantine/core';
import type { Person } from '../../api/schema.gen.ts';
import type { FieldPlace } from '../../parts/form/form-inputs.ts';
import { carried } from '../../parts/form/typed-fields.ts';
import { MerchantPicker } from '../../parts/merchant/merchant-picker.tsx';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { PEOPLE_TEXTS as people } from '../../texts/people/people.ts';
import { ROLE_NAMES as roles } from '../../texts/roles.ts';

type Role = Person['role'];

export type RoleOf = { readonly role: Role; readonly merchant_id: string | null };

const IS_OF_MERCHANT: Readonly<Record<Role, boolean>> = {
  owner: false,
  operator: false,
  finance: false,
  viewer: false,
  merchant_admin: true,
  merchant_viewer: true,
};

const ROLES = Object.keys(IS_OF_MERCHANT) as Role[];

const isOfMerchant = (role: Role) => IS_OF_MERCHANT[role];

const isWhole = ({ role, merchant_id }: RoleOf): boolean =>
  !isOfMerchant(role) || merchant_id !== null;

/** As fields of a form. */
export const typedRole = () => carried<Role>('viewer');
export const typedMerchant = () => carried<string | null>(null);

export const lacksMerchant = (value: RoleOf) =>
  isWhole(value) ? {} : { merchant_id: wrong.choose_one };

type Props = {
  readonly value: RoleOf;
  readonly change: (value: RoleOf) => void;
  /** In a form: where errors stand. */
  readonly at?: (field: keyof RoleOf) => FieldPlace;
};

export function RoleFields({ value, change, at }: Props) {
  const { role, merchant_id } = value;
  return (
    <>
      <Select
        label={people.role}
        data={ROLES.map((one) => ({ value: one, label: roles[one] }))}
        allowDeselect={false}
        required
        value={role}
        {...at?.('role')}
        onChange={(given) => {
          const next = ROLES.find((one) => one === given);
          if (next === undefined) return;
          change({ role: next, merchant_id: isOfMerchant(next) ? merchant_id : null });
        }}
      />
      <Text size="sm" c="dimmed">
        {people.role_allows[role]}
      </Text>
      {isOfMerchant(role) ? (
        <MerchantPicker
          value={merchant_id}
          change={(id) => change({ role, merchant_id: id })}
          is_required
          {...(at === undefined ? {} : { place: at('merchant_id') })}
        />
      ) : null}
    </>
  );
}
