import { Button, Text } from '@mantine/core'
import { changeMeterDetails, listMeters } from '@nightflow/schemas/devices/endpoints'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'

const litresPerCubicMetre = 1000
const secondsPerHour = 3600

const per = (value: number | null, factor: number): number | null => (value === null ? null : value / factor)

/** Changes what is stated of a meter; volumes of its whole history follow. */
export function EditMeterButton({ meter }: { meter: MeterDetail }) {
  const { t } = useTranslation('devices')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { number, stated } = meter
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t('edit.open')}
      </Button>
      {opened && (
        <FormDialog onClose={close} title={t('edit.title', { number })} size={560}>
          <Text size="sm" mb="sm">
            {t('edit.what')}
          </Text>
          <CommandForm
            schema={changeMeterDetails.request}
            fixed={{ number }}
            initial={{
              name: meter.name ?? '',
              address: meter.address ?? '',
              caliberMillimetres: meter.caliberMillimetres,
              latitude: meter.latitude,
              longitude: meter.longitude,
              hasValve: meter.hasValve,
              registerWidthLitres: per(meter.registerWidthLitres, litresPerCubicMetre),
              backflowToleranceLitres: stated.backflowToleranceLitres,
              maximumFlowLitresPerHour: per(stated.maximumFlowLitresPerHour, litresPerCubicMetre),
              maximumGapSeconds: per(stated.maximumGapSeconds, secondsPerHour),
            }}
            fields={[
              { name: 'name', label: t('detail.name') },
              { name: 'address', label: t('detail.address') },
              { name: 'caliberMillimetres', label: t('detail.caliber'), unit: 'mm', isHalf: true },
              { name: 'registerWidthLitres', label: t('detail.registerWidth'), unit: 'm³', factor: litresPerCubicMetre, isHalf: true },
              {
                name: 'backflowToleranceLitres',
                label: t('detail.backflowTolerance'),
                unit: 'L',
                description: t('edit.defaultHint'),
                isHalf: true,
              },
              {
                name: 'maximumFlowLitresPerHour',
                label: t('detail.maximumFlow'),
                unit: 'm³/h',
                factor: litresPerCubicMetre,
                description: t('edit.flowHint'),
                isHalf: true,
              },
              {
                name: 'maximumGapSeconds',
                label: t('detail.maximumGap'),
                unit: 'h',
                factor: secondsPerHour,
                description: t('edit.defaultHint'),
                isHalf: true,
              },
              { name: 'hasValve', label: t('register.hasValve'), isHalf: true },
              { name: 'latitude', label: t('register.latitude'), unit: '°', isHalf: true },
              { name: 'longitude', label: t('register.longitude'), unit: '°', isHalf: true },
              { name: 'reason', label: t('replace.reason') },
            ]}
            submitLabel={t('edit.confirm')}
            onCancel={close}
            doneText={shared('done.saved')}
            onSubmit={async (command) => {
              await call(changeMeterDetails, command)
              for (const key of ['meter', listMeters.path, 'volumes']) await client.invalidateQueries({ queryKey: [key] })
              close()
            }}
          />
        </FormDialog>
      )}
    </>
  )
}
