import { Button } from '@mantine/core'
import { createMeter } from '@nightflow/schemas/devices/create-meter'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMeterFields } from '#devices/use-meter-fields.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Registers one meter by hand, with all that is known of it. */
export function CreateMeterButton() {
  const { t } = useTranslation('devices')
  const mayDo = useMayDo()
  const [opened, setOpened] = useState(false)
  if (!mayDo(createMeter)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {t('create.open')}
      </Button>
      {opened && <CreateMeterDialog onClose={() => setOpened(false)} />}
    </>
  )
}

function CreateMeterDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const client = useQueryClient()
  const fields = useMeterFields('initialMechanicalDial')
  return (
    <FormDialog onClose={onClose} title={t('create.title')} size={640}>
      <CommandForm
        schema={createMeter.request}
        fields={[
          { name: 'number', label: t('meters.field.number'), isHalf: true },
          { name: 'name', label: t('detail.name'), isHalf: true },
          { name: 'address', label: t('detail.address') },
          { name: 'isStored', label: t('create.isStored'), description: t('create.isStoredHint'), isHalf: true },
          { name: 'hasValve', label: t('register.hasValve'), isHalf: true },
          ...fields,
          { name: 'caliberMillimetres', label: t('detail.caliber'), unit: 'mm', description: t('create.byType'), isHalf: true },
          { name: 'timeZone', label: t('detail.timeZone'), description: t('register.timeZoneHint'), isHalf: true },
          { name: 'latitude', label: t('register.latitude'), unit: '°', isHalf: true },
          { name: 'longitude', label: t('register.longitude'), unit: '°', isHalf: true },
        ]}
        submitLabel={t('create.confirm')}
        onCancel={onClose}
        doneText={t('create.done')}
        onSubmit={async (meter) => {
          await call(createMeter, meter)
          await client.invalidateQueries({ queryKey: [listMeters.path] })
          onClose()
        }}
      />
    </FormDialog>
  )
}
