import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

type Props = {
  /** Where its texts are in those of payments. */
  texts: string
  /** Of the row. */
  name: string
  request: z.ZodObject
  fixed: Record<string, unknown>
  renew: () => Promise<string>
  /** The list that changes with it. */
  list: string
  onClose: () => void
}

/** A secret is shown once, in this dialog: no screen has it again. */
export function ShownOnceDialog({ texts, name, request, fixed, renew, list, onClose }: Props) {
  const { t } = useTranslation('payments')
  const client = useQueryClient()
  const [secret, setSecret] = useState('')
  return (
    <FormDialog title={t(`${texts}.title`, { name })} onClose={onClose}>
      {secret === '' ? (
        <>
          <Text size="sm" mb="sm">
            {t(`${texts}.what`)}
          </Text>
          <CommandForm
            schema={request}
            fixed={fixed}
            fields={[]}
            submitLabel={t(`${texts}.confirm`)}
            doneText={null}
            onCancel={onClose}
            onSubmit={async () => {
              setSecret(await renew())
              await client.invalidateQueries({ queryKey: [list] })
            }}
          />
        </>
      ) : (
        <Stack gap="sm">
          <Text size="sm">{t(`${texts}.once`)}</Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {secret}
          </Code>
          <Group justify="end">
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {t(`${texts}.${copied ? 'copied' : 'copy'}`)}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose}>{t(`${texts}.close`)}</Button>
          </Group>
        </Stack>
      )}
    </FormDialog>
  )
}
