import { Button, Text } from '@mantine/core'
import { listMeters, recordRegisterReset } from '@nightflow/schemas/devices/endpoints'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { wallTextOf } from '#ui/local-days.ts'

const litresPerCubicMetre = 1000

type Suggestion = { resetAt: number; finalLitres: number; initialLitres: number }
type Props = { meter: Pick<MeterDetail, 'number' | 'timeZone'>; suggestion?: Suggestion }

/** Records that the register was reset or its works exchanged, with what the readings suggest. */
export function RecordResetButton({ meter: { number, timeZone }, suggestion }: Props) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const initial = suggestion && {
    resetAt: wallTextOf(suggestion.resetAt, timeZone),
    finalLitres: suggestion.finalLitres / litresPerCubicMetre,
    initialLitres: suggestion.initialLitres / litresPerCubicMetre,
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t('reset.open')}
      </Button>
      {opened && (
        <FormDialog onClose={close} title={t('reset.title', { number })} size={520}>
          <Text size="sm" mb="sm">
            {t('reset.what')}
          </Text>
          <CommandForm
            schema={recordRegisterReset.request}
            fixed={{ number }}
            {...(initial && { initial })}
            fields={[
              { name: 'resetAt', label: t('reset.resetAt'), description: t('replace.zone', { zone: timeZone }), timeZone },
              { name: 'finalLitres', label: t('reset.final'), unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
              { name: 'initialLitres', label: t('reset.initial'), unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
              { name: 'reason', label: t('replace.reason') },
            ]}
            submitLabel={t('reset.confirm')}
            onCancel={close}
            doneText={t('reset.done')}
            onSubmit={async (command) => {
              await call(recordRegisterReset, command)
              for (const key of ['meter', listMeters.path, 'volumes']) await client.invalidateQueries({ queryKey: [key] })
              close()
            }}
          />
        </FormDialog>
      )}
    </>
  )
}
