import { Button, Text } from '@mantine/core'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { correctReading } from '@nightflow/schemas/metering/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { wallTextOf } from '#ui/local-days.ts'

const litresPerCubicMetre = 1000

/** States the register at an instant by hand; it outranks gateways and imports. */
export function CorrectReadingButton({ meter }: { meter: { number: string; timeZone: string; lastReadAt: string | null } }) {
  const { t } = useTranslation('metering')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { number, timeZone, lastReadAt } = meter
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t('correction.open')}
      </Button>
      {opened && (
        <FormDialog onClose={close} title={t('correction.title', { number })} size={480}>
          <Text size="sm" mb="sm">
            {t('correction.what')}
          </Text>
          <CommandForm
            schema={correctReading.request}
            fixed={{ number }}
            initial={{ at: lastReadAt === null ? '' : wallTextOf(Date.parse(lastReadAt), timeZone) }}
            fields={[
              { name: 'at', label: t('correction.at'), description: t('correction.zone', { zone: timeZone }), timeZone },
              { name: 'litres', label: t('correction.register'), unit: 'm³', factor: litresPerCubicMetre },
              { name: 'reason', label: t('correction.reason') },
            ]}
            submitLabel={t('correction.confirm')}
            onCancel={close}
            doneText={t('correction.done')}
            onSubmit={async (command) => {
              await call(correctReading, command)
              for (const key of ['meter', listMeters.path, 'readings', 'volumes']) await client.invalidateQueries({ queryKey: [key] })
              close()
            }}
          />
        </FormDialog>
      )}
    </>
  )
}
