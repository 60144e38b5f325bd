// The logo of a merchant: uploaded as it is, or removed.
import { FileInput, Group, Image, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Logo } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { branding: texts, change } = MERCHANT_TEXTS;

function PutLogo({ id }: { id: string }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <ActButton
      about={null}
      {...texts.put_logo}
      reasons={change.reasons}
      is_quiet
      onOpen={() => setFile(null)}
      is_ready={file !== null}
      run={async (note, idempotency_key) => {
        if (file === null) return null;
        return await call('putLogo', {
          path: { id },
          query: { note },
          body: file,
          idempotency_key,
        });
      }}
    >
      <FileInput
        label={texts.logo}
        description={texts.logo_hint}
        accept="image/png,image/jpeg,image/webp"
        value={file}
        onChange={setFile}
      />
    </ActButton>
  );
}

type Props = { merchant_id: string; logo: Logo; may_change: boolean };

export function LogoCard({ merchant_id: id, logo, may_change }: Props) {
  return (
    <CardSection
      title={texts.logo}
      acts={
        may_change ? (
          <>
            {logo === null ? null : (
              <ActButton
                about={null}
                {...texts.remove_logo}
                is_dangerous
                run={(note, idempotency_key) =>
                  call('removeLogo', { path: { id }, body: { note }, idempotency_key })
                }
              />
            )}
            <PutLogo id={id} />
          </>
        ) : null
      }
    >
      {logo === null ? (
        <Text c="dimmed">{texts.no_logo}</Text>
      ) : (
        <Group>
          <Image src={new URL(logo.url).pathname} alt={texts.logo} h={48} w="auto" />
        </Group>
      )}
    </CardSection>
  );
}
