import { Button, Text } from '@mantine/core'
import { changeMeterDetails, listMeters } from '@nightflow/schemas/devices/endpoints'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { valueIn } from '@nightflow/schemas/shared/object-of'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMeterFields } from '#devices/use-meter-fields.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, FieldValue } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'

const litresPerCubicMetre = 1000
const secondsPerHour = 3600

const per = (value: number | null, factor: number): number | null => (value === null ? null : value / factor)

/** Changes what is stated of a meter; volumes of its whole history follow. */
export function EditMeterButton({ meter }: { meter: MeterDetail }) {
  const { t } = useTranslation('devices')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {t('edit.open')}
      </Button>
      {opened && <EditMeterDialog meter={meter} onClose={() => setOpened(false)} />}
    </>
  )
}

const inCubicMetres = ['initialRegisterLitres', 'initialMechanicalLitres']

/** Stated fields of the device, in the units of the form. */
const typedFields = ({ fields }: MeterDetail): Record<string, FieldValue> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      inCubicMetres.includes(name) ? Number(value) / litresPerCubicMetre : name === 'meterTypeId' ? String(value) : value,
    ]),
  )

function EditMeterDialog({ meter, onClose: close }: { meter: MeterDetail; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const fields = useMeterFields('initialMechanicalLitres')
  const { number, stated } = meter
  const shown: FieldChoice[] = [
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
    ...fields,
    { name: 'reason', label: t('replace.reason') },
  ]
  return (
    <FormDialog onClose={close} title={t('edit.title', { number })} size={640}>
      <Text size="sm" mb="sm">
        {t('edit.what')}
      </Text>
      <CommandForm
        schema={changeMeterDetails.request}
        fixed={{ number }}
        initial={{
          ...typedFields(meter),
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
        fields={shown}
        submitLabel={t('edit.confirm')}
        onCancel={close}
        doneText={shared('done.saved')}
        onSubmit={async (command) => {
          // An emptied field is stated no longer.
          const details = Object.fromEntries(shown.map(({ name }) => [name, valueIn(command, name) ?? null]))
          await call(changeMeterDetails, { ...details, number, reason: command.reason })
          for (const key of ['meter', listMeters.path, 'volumes']) await client.invalidateQueries({ queryKey: [key] })
          close()
        }}
      />
    </FormDialog>
  )
}
