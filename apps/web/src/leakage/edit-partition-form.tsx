import { movePartition } from '@nightflow/schemas/leakage/cascade-changes'
import { changePartition } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { NightWindow } from '@nightflow/schemas/leakage/partition'
import { formatText } from '@nightflow/schemas/shared/format-texts'
import { Boundary, PartitionId } from '@nightflow/schemas/shared/values'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { superiorsOf } from '#leakage/partition-order.ts'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { useOutlines } from '#leakage/use-outlines.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'

/** The command as a form types it: an empty field takes the value away. */
const PartitionEdit = changePartition.request
  .pick({ name: true, leaderName: true, leaderPhone: true, minimumCoverage: true, minimumSupplyCoverage: true })
  .required({ name: true, minimumCoverage: true, minimumSupplyCoverage: true })
  .extend({
    boundary: Boundary.optional(),
    /** Absent for the root of a cascade. */
    parentId: PartitionId.optional(),
    nightFromHour: NightWindow.shape.fromHour,
    nightToHour: NightWindow.shape.toHour,
  })
  .refine(({ nightFromHour, nightToHour }) => nightFromHour < nightToHour, { error: formatText('night-window'), path: ['nightToHour'] })

/** A point below a root must have a superior metering point. */
const PointEdit = PartitionEdit.required({ parentId: true })

type Props = { partition: PartitionRow; onDone: () => void; onCancel: () => void }

export function EditPartitionForm({ partition, onDone, onCancel }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const refresh = useRefreshLeakage()
  const around = useOutlines(partition)
  const rows = useQuery(partitionsQuery).data?.rows
  const superiors = useMemo(() => superiorsOf(partition, rows ?? []).map(({ id, name }) => ({ value: id, label: name })), [partition, rows])
  const fields: FieldChoice[] = [
    { name: 'name', label: t('form.name') },
    ...(partition.parentId === null
      ? []
      : [{ name: 'parentId', label: t('form.superior'), description: t('form.superiorHint'), choices: superiors }]),
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
      schema={partition.parentId === null ? PartitionEdit : PointEdit}
      fields={fields}
      initial={{
        name: partition.name,
        ...(partition.parentId !== null && { parentId: partition.parentId }),
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
      onSubmit={async ({ parentId, boundary, leaderName, leaderPhone, nightFromHour, nightToHour, ...command }) => {
        await call(changePartition, {
          id: partition.id,
          ...command,
          leaderName: leaderName ?? null,
          leaderPhone: leaderPhone ?? null,
          nightWindow: { fromHour: nightFromHour, toHour: nightToHour },
          boundary: boundary ?? null,
        })
        if (parentId !== undefined && parentId !== partition.parentId) await call(movePartition, { id: partition.id, parentId })
        await refresh()
        onDone()
      }}
    />
  )
}
