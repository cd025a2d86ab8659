import { Button, Group, Text } from '@mantine/core'
import { revealEvent } from '@nightflow/schemas/audit/endpoints'
import type { EventDetail } from '@nightflow/schemas/audit/log'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMay } from '#session/session-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

/** Says that personal data of the event are masked, with the button that shows them to auditors and is logged. */
export function MaskedNote({ position, onRevealed }: { position: number; onRevealed: (event: EventDetail) => void }) {
  const { t } = useTranslation('audit')
  const mayReveal = useMay('audit:personal:reveal')
  const [isAsking, setAsking] = useState(false)
  return (
    <Group gap="xs" mb={4}>
      <Text size="xs" c="dimmed">
        {t('event.masked')}
      </Text>
      {mayReveal && (
        <Button size="compact-xs" variant="default" leftSection={<IconEye size={14} aria-hidden />} onClick={() => setAsking(true)}>
          {t('event.reveal')}
        </Button>
      )}
      {isAsking && (
        <FormDialog title={t('event.reveal')} onClose={() => setAsking(false)} size={480}>
          <Text size="sm" mb="sm">
            {t('event.revealText')}
          </Text>
          <CommandForm
            schema={revealEvent.request.omit({ position: true })}
            fields={[{ name: 'reason', label: t('event.revealReason'), lines: 2 }]}
            submitLabel={t('event.revealSubmit')}
            onCancel={() => setAsking(false)}
            doneText={t('event.revealed')}
            onSubmit={async ({ reason }) => {
              onRevealed(await call(revealEvent, { position, reason }))
              setAsking(false)
            }}
          />
        </FormDialog>
      )}
    </Group>
  )
}
