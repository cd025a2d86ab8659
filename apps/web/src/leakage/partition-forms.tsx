import { createPartition, dissociateMeters } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { legalNightWindow, NightWindow } from '@nightflow/schemas/leakage/partition'
import { formatText } from '@nightflow/schemas/shared/format-texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#api/call.ts'
import { identifierOf } from '#leakage/identifier-of.ts'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { useOutlines } from '#leakage/use-outlines.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'

/** After a command every figure of the cascades may differ. */
export function useRefreshLeakage(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ['partitions'] })
    for (const key of ['night-flow', 'day-comparison', 'flow', 'balance']) await client.invalidateQueries({ queryKey: [key] })
  }
}

export type FormProps = { id: string; onDone: () => void; onCancel: () => void; submitLabel: string; cancelLabel?: string }

/** Takes many meters out at once: numbers separated by English commas, as the trade enters them. */
export function DissociateMetersForm({ id, onDone, onCancel, submitLabel }: FormProps) {
  const { t } = useTranslation('leakage')
  const refresh = useRefreshLeakage()
  return (
    <CommandForm
      schema={dissociateMeters.request}
      fields={[
        { name: 'numbers', label: t('form.meterNumbers'), description: t('form.meterNumbersHint'), placeholder: '1001,1002,1003' },
        { name: 'to', label: t('form.leavesOn'), description: t('form.leavesOnHint') },
      ]}
      fixed={{ id }}
      submitLabel={submitLabel}
      onCancel={onCancel}
      danger
      doneText={t('form.dissociated')}
      onSubmit={async (command) => {
        await call(dissociateMeters, command)
        await refresh()
        onDone()
      }}
    />
  )
}

type Created = z.output<typeof createPartition.request>

/** The command as a form types it: the night window by its hours. */
const PartitionForm = createPartition.request
  .omit({ nightWindow: true })
  .extend({ nightFromHour: NightWindow.shape.fromHour, nightToHour: NightWindow.shape.toHour })
  .refine(({ nightFromHour, nightToHour }) => nightFromHour < nightToHour, { error: formatText('night-window'), path: ['nightToHour'] })

export function CreatePartitionForm({
  parent,
  onCreated,
  onCancel,
}: {
  parent: PartitionRow | null
  onCreated: (created: Created) => void
  onCancel: () => void
}) {
  const { t } = useTranslation('leakage')
  const refresh = useRefreshLeakage()
  const around = useOutlines({ id: undefined, parentId: parent?.id ?? null })
  const rows = useQuery(partitionsQuery).data?.rows
  const taken = useMemo(() => new Set((rows ?? []).map(({ id }) => id)), [rows])
  const [name, setName] = useState('')
  const night = parent?.nightWindow ?? legalNightWindow
  const rootOnly: FieldChoice[] = parent
    ? []
    : [{ name: 'timeZone', label: t('form.timeZone'), description: t('form.timeZoneHint'), placeholder: 'Asia/Shanghai' }]
  const fields: FieldChoice[] = [
    { name: 'name', label: t('form.name') },
    { name: 'partitionId', label: t('form.identifier'), description: t('form.identifierHint'), placeholder: 'north-3' },
    ...rootOnly,
    { name: 'minimumCoverage', label: t('form.minimumCoverage'), description: t('form.minimumCoverageHint'), unit: '%', factor: 0.01 },
    { name: 'leaderName', label: t('form.leaderName'), isHalf: true },
    { name: 'leaderPhone', label: t('form.leaderPhone'), isHalf: true },
    { name: 'nightFromHour', label: t('form.nightFromHour'), description: t('form.nightHoursHint'), unit: t('unit.oClock'), isHalf: true },
    { name: 'nightToHour', label: t('form.nightToHour'), description: t('form.nightToHourHint'), unit: t('unit.oClock'), isHalf: true },
    { name: 'boundary', label: t('form.boundary'), description: t('form.boundaryHint'), placeholder: '120.1101 30.2703', lines: 4, around },
  ]
  return (
    <CommandForm
      schema={PartitionForm}
      fields={fields}
      initial={{ minimumCoverage: 100, nightFromHour: night.fromHour, nightToHour: night.toHour }}
      proposed={{ partitionId: identifierOf(name, taken) }}
      onTyped={({ name }) => setName(typeof name === 'string' ? name : '')}
      fixed={parent ? { parentId: parent.id } : {}}
      submitLabel={t('form.create')}
      onCancel={onCancel}
      doneText={t('form.created')}
      onSubmit={async ({ nightFromHour, nightToHour, ...command }) => {
        const created = { ...command, nightWindow: { fromHour: nightFromHour, toHour: nightToHour } }
        await call(createPartition, created)
        await refresh()
        onCreated(created)
      }}
    />
  )
}
