// A file that somebody chooses: its button, and its first lines before anything is sent.
import { Button, Code, FileButton, Stack, Text } from '@mantine/core';
import { FILE_TEXTS as texts } from '../../texts/parts.ts';

const PREVIEW_MOST = 2_000;

export type ChosenFile = {
  readonly file: File;
  /** Its first lines. */
  readonly head: string;
};

type ChooseProps = {
  readonly accept: string;
  readonly choose: (chosen: ChosenFile) => void;
};

export function ChooseFile({ accept, choose }: ChooseProps) {
  const take = async (file: File | null) => {
    if (file === null) return;
    choose({ file, head: (await file.slice(0, PREVIEW_MOST).text()).trimEnd() });
  };
  return (
    <FileButton
      onChange={(file) => void take(file)}
      accept={accept}
      inputProps={{ 'aria-label': texts.choose }}
    >
      {(props) => (
        <Button variant="default" {...props}>
          {texts.choose}
        </Button>
      )}
    </FileButton>
  );
}

export function FilePreview({ chosen: { file, head } }: { readonly chosen: ChosenFile }) {
  return (
    <Stack gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <b>{file.name}</b> · {texts.size(file.size)}
      </Text>
      <Code block dir="ltr" tabIndex={0} role="region" aria-label={texts.preview}>
        {head}
      </Code>
    </Stack>
  );
}
