import { changePartition } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { NightWindow } from '@nightflow/schemas/leakage/partition'
import { formatText } from '@nightflow/schemas/shared/format-texts'
import { Boundary } from '@nightflow/schemas/shared/values'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { useOutlines } from '#leakage/use-outlines.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'

/** The command as a form types it: an empty field takes the value away. */
const PartitionEdit = changePartition.request
  .pick({ name: true, leaderName: true, leaderPhone: true, minimumCoverage: true, minimumSupplyCoverage: true })
  .required({ name: true, minimumCoverage: true, minimumSupplyCoverage: true })
  .extend({
    boundary: Boundary.optional(),
    nightFromHour: NightWindow.shape.fromHour,
    nightToHour: NightWindow.shape.toHour,
  })
  .refine(({ nightFromHour, nightToHour }) => nightFromHour < nightToHour, { error: formatText('night-window'), path: ['nightToHour'] })

type Props = { partition: PartitionRow; onDone: () => void; onCancel: () => void }

export function EditPartitionForm({ partition, onDone, onCancel }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const refresh = useRefreshLeakage()
  const around = useOutlines(partition)
  const fields: FieldChoice[] = [
    { name: 'name', label: t('form.name') },
    { name: 'leaderName', label: t('form.leaderName'), isHalf: true },
    { name: 'leaderPhone', label: t('form.leaderPhone'), isHalf: true },
    { name: 'nightFromHour', label: t('form.nightFromHour'), description: t('form.nightHoursHint'), unit: t('unit.oClock'), isHalf: true },
    { name: 'nightToHour', label: t('form.nightToHour'), description: t('form.nightToHourHint'), unit: t('unit.oClock'), isHalf: true },
    { name: 'minimumCoverage', label: t('form.minimumCoverage'), description: t('form.minimumCoverageHint'), unit: '%', factor: 0.01 },
    {
      name: 'minimumSupplyCoverage',
      label: t('form.minimumSupplyCoverage'),
      description: t('form.minimumSupplyCoverageHint'),
      unit: '%',
      factor: 0.01,
    },
    { name: 'boundary', label: t('form.boundary'), description: t('form.boundaryHint'), placeholder: '120.1101 30.2703', lines: 4, around },
  ]
  return (
    <CommandForm
      schema={PartitionEdit}
      fields={fields}
      initial={{
        name: partition.name,
        leaderName: partition.leaderName,
        leaderPhone: partition.leaderPhone,
        nightFromHour: partition.nightWindow.fromHour,
        nightToHour: partition.nightWindow.toHour,
        minimumCoverage: Number((partition.minimumCoverage * 100).toPrecision(10)),
        minimumSupplyCoverage: Number((partition.minimumSupplyCoverage * 100).toPrecision(10)),
        boundary: partition.boundary,
      }}
      submitLabel={t('form.save')}
      onCancel={onCancel}
      doneText={shared('done.saved')}
      onSubmit={async ({ boundary, leaderName, leaderPhone, nightFromHour, nightToHour, ...command }) => {
        await call(changePartition, {
          id: partition.id,
          ...command,
          leaderName: leaderName ?? null,
          leaderPhone: leaderPhone ?? null,
          nightWindow: { fromHour: nightFromHour, toHour: nightToHour },
          boundary: boundary ?? null,
        })
        await refresh()
        onDone()
      }}
    />
  )
}
