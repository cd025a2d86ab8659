import { changePartition } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { NightWindow } from '@nightflow/schemas/leakage/partition'
import { formatText } from '@nightflow/schemas/shared/format-texts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '#api/call.ts'
import { boundaryOf, linesOfBoundary } from '#leakage/boundary-lines.ts'
import { useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'

/** The command as a form types it: the boundary is text, and an empty field takes the value away. */
const PartitionEdit = changePartition.request
  .pick({ name: true, leaderName: true, leaderPhone: true, minimumCoverage: true, minimumSupplyCoverage: true })
  .required({ name: true, minimumCoverage: true, minimumSupplyCoverage: true })
  .extend({
    boundary: z
      .string()
      .max(100_000)
      .refine((lines) => boundaryOf(lines) !== undefined, formatText('boundary-lines'))
      .optional(),
    nightFromHour: NightWindow.shape.fromHour,
    nightToHour: NightWindow.shape.toHour,
  })
  .refine(({ nightFromHour, nightToHour }) => nightFromHour < nightToHour, { error: formatText('night-window'), path: ['nightToHour'] })

type Props = { partition: PartitionRow; onDone: () => void; onCancel: () => void }

export function EditPartitionForm({ partition, onDone, onCancel }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const refresh = useRefreshLeakage()
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
    { name: 'boundary', label: t('form.boundary'), description: t('form.boundaryHint'), placeholder: '120.1101 30.2703', lines: 4 },
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
        boundary: linesOfBoundary(partition.boundary),
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
          boundary: boundaryOf(boundary ?? '') ?? null,
        })
        await refresh()
        onDone()
      }}
    />
  )
}
