// One's passkeys by the names that one gave them.
import { Badge, Group, Table, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { Passkey } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { typedText } from '../../parts/form/typed-fields.ts';
import { Moment } from '../../parts/moment.tsx';
import { ACCOUNT_TEXTS } from '../../texts/account/account.ts';

const { factors, passkeys: texts } = ACCOUNT_TEXTS;

const RENAME = requestForm('renamePasskey', { name: typedText() });

function Acts({ passkey: { id, name }, is_last }: { passkey: Passkey; is_last: boolean }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <FormAct
        about={null}
        label={texts.rename}
        of={name}
        done={texts.renamed}
        is_quiet
        is_small
        form={RENAME}
        values={{ name }}
        run={(body, idempotency_key) =>
          call('renamePasskey', { path: { id }, body, idempotency_key })
        }
      >
        {({ field }) => <TextInput label={texts.name} {...field('name')} data-autofocus />}
      </FormAct>
      <FormAct
        about={null}
        label={texts.remove}
        of={name}
        what={`${texts.remove_what} ${factors.others_end}`}
        done={texts.removed}
        is_dangerous
        is_small
        why_not={is_last ? factors.required : undefined}
        run={(_none, idempotency_key) => call('removePasskey', { path: { id }, idempotency_key })}
      />
    </Group>
  );
}

type Props = { readonly passkeys: readonly Passkey[]; readonly is_last: boolean };

export function PasskeyTable({ passkeys, is_last }: Props) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.name}</Table.Th>
            <Table.Th>{texts.created}</Table.Th>
            <Table.Th>{texts.used}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {passkeys.map((passkey) => (
            <Table.Tr key={passkey.id}>
              <Table.Td>
                {passkey.name}{' '}
                {passkey.is_backed_up ? (
                  <Badge variant="light" color="gray">
                    {texts.backed_up}
                  </Badge>
                ) : null}
              </Table.Td>
              <Table.Td>
                <Moment at={passkey.created_at} />
              </Table.Td>
              <Table.Td>
                {passkey.last_used_at === null ? texts.never : <Moment at={passkey.last_used_at} />}
              </Table.Td>
              <Table.Td>
                <Acts passkey={passkey} is_last={is_last} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
