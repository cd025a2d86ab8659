import { Button } from '@mantine/core'
import { listMeters, registerMeters } from '@nightflow/schemas/devices/endpoints'
import { MeterDetails } from '@nightflow/schemas/devices/register-meter'
import { listUnclaimed } from '@nightflow/schemas/metering/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ProblemError } from '#api/problem-error.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

/** Registers one meter whose readings are waiting for it. */
export function RegisterMeterButton({ number }: { number: string }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button size="compact-xs" variant="light" onClick={() => setOpened(true)}>
        {t('register.open')}
      </Button>
      {opened && (
        <FormDialog onClose={close} title={t('register.title', { number })} size={480}>
          <CommandForm
            schema={MeterDetails}
            fixed={{ number }}
            fields={[
              { name: 'name', label: t('detail.name') },
              { name: 'address', label: t('detail.address') },
              { name: 'caliberMillimetres', label: t('detail.caliber'), unit: 'mm' },
              { name: 'timeZone', label: t('detail.timeZone'), description: t('register.timeZoneHint') },
              { name: 'latitude', label: t('register.latitude'), unit: '°', isHalf: true },
              { name: 'longitude', label: t('register.longitude'), unit: '°', isHalf: true },
              { name: 'hasValve', label: t('register.hasValve') },
            ]}
            submitLabel={t('register.confirm')}
            onCancel={close}
            doneText={t('register.done', { number })}
            onSubmit={async (meter) => {
              const { refused } = await call(registerMeters, { meters: [meter] })
              if (refused[0]) throw new ProblemError(refused[0].code, 409, null)
              for (const key of [listUnclaimed.path, listMeters.path]) await client.invalidateQueries({ queryKey: [key] })
              close()
            }}
          />
        </FormDialog>
      )}
    </>
  )
}
