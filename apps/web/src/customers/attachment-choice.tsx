import { Button, CloseButton, FileButton, Group, Stack, Text } from '@mantine/core'
import { attachmentsMax } from '@nightflow/schemas/customers/account-attachments'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptedAttachments, refusalOfFiles } from '#customers/attachment-files.ts'

/** Files that go with an account that is about to be opened. */
export function AttachmentChoice({ files, onChange }: { files: readonly File[]; onChange: (files: readonly File[]) => void }) {
  const { t } = useTranslation('customers')
  const [problem, setProblem] = useState<string | null>(null)
  const add = (chosen: readonly File[]) => {
    const all = [...files, ...chosen]
    const refusal = refusalOfFiles(all)
    setProblem(refusal && t(`attachments.${refusal.key}`, { name: refusal.name, max: attachmentsMax }))
    if (!refusal) onChange(all)
  }
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {t('attachments.title')}
        </Text>
        <FileButton multiple accept={acceptedAttachments} onChange={add}>
          {(props) => (
            <Button {...props} variant="default" size="compact-sm" leftSection={<IconPaperclip size={14} aria-hidden />}>
              {t('attachments.add')}
            </Button>
          )}
        </FileButton>
      </Group>
      {files.map((file, nth) => (
        <Group key={`${file.name}-${file.lastModified}-${file.size}`} gap={4} wrap="nowrap">
          <Text size="sm" truncate>
            {file.name}
          </Text>
          <CloseButton
            size="sm"
            aria-label={t('attachments.removeOf', { name: file.name })}
            onClick={() => onChange(files.filter((_, index) => index !== nth))}
          />
        </Group>
      ))}
      <Text size="xs" c={problem ? 'var(--mantine-color-error)' : 'dimmed'} role={problem ? 'alert' : undefined}>
        {problem ?? t('attachments.hint', { max: attachmentsMax })}
      </Text>
    </Stack>
  )
}
