// The payment page as payers see it, drawn with values that are not saved yet. It is not the page
// itself: that one belongs to an order.
import { Box, Card, Divider, Group, Image, Stack, Text } from '@mantine/core';
import type { Branding } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import type { Look } from './branding-look.ts';

const { branding: texts } = MERCHANT_TEXTS;
const OWN_COLOR = { accent: '#1a4fc4', on_accent: '#ffffff' };
const SHOWN = { amount_cents: 250_000, currency: 'INR' };

/** White or black, whichever is easier to read on the colour. */
function wordsOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * r + 0.587 * g + 0.114 * b > 150 ? '#000000' : '#ffffff';
}

/** The readable colour that the service has chosen for what is saved; else what is typed. */
function colorsOf({ color }: Look, saved: Branding) {
  const typed = color.trim().toLowerCase();
  if (typed === (saved.color ?? '').toLowerCase()) return saved.accents?.light ?? OWN_COLOR;
  if (!/^#[0-9a-f]{6}$/.test(typed)) return OWN_COLOR;
  return { accent: typed, on_accent: wordsOn(typed) };
}

type Props = { merchant_name: string; look: Look; saved: Branding };

function Help({ look }: { look: Look }) {
  const ways = [look.contact_email, look.contact_phone, look.contact_url].filter(
    (way) => way.trim() !== '',
  );
  return ways.length === 0 ? null : (
    <Text size="xs" c="#475569">
      {ways.join(' · ')}
    </Text>
  );
}

export function PagePreview({ merchant_name, look, saved }: Props) {
  const { accent, on_accent } = colorsOf(look, saved);
  const { logo } = saved;
  return (
    <Stack component="section" aria-label={texts.preview}>
      <Text fw={600}>{texts.preview}</Text>
      <Text size="sm" c="dimmed">
        {texts.what}
      </Text>
      <Card withBorder radius="md" p="lg" bg="#ffffff" c="#0f172a" maw={420} data-preview>
        <Stack>
          <Group gap="sm">
            {logo === null ? null : (
              <Image src={new URL(logo.url).pathname} alt="" h={32} w="auto" />
            )}
            <Text fw={700}>{look.display_name.trim() || merchant_name}</Text>
          </Group>
          <div>
            <Text size="xs" c="#475569">
              {texts.amount}
            </Text>
            <Text fz={28} fw={700}>
              <Amount {...SHOWN} />
            </Text>
          </div>
          <div>
            <Text size="xs" c="#475569">
              {texts.account}
            </Text>
            <Text ff="monospace">4111 1111 1111 1111</Text>
          </div>
          <Box bg={accent} c={on_accent} p="sm" ta="center" fw={600} bdrs="sm" data-preview-button>
            {texts.pay}
          </Box>
          {look.footer.trim() === '' ? null : (
            <>
              <Divider />
              <Text size="sm" dir="auto">
                {look.footer}
              </Text>
            </>
          )}
          <Help look={look} />
        </Stack>
      </Card>
    </Stack>
  );
}
