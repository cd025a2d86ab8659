import { Button } from '@mantine/core'
import { setThresholds } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { Thresholds } from '@nightflow/schemas/leakage/partition'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { announceDone } from '#session/announce-done.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, FieldValue } from '#ui/form/form-fields.ts'

/** A form that sets thresholds names the night minimum flow and the KL ratio; with sub-meters the leakage rate too. */
const FlowThresholds = Thresholds.extend({ id: setThresholds.request.shape.id }).required({
  nightMinimumFlowLitresPerHour: true,
  klRatio: true,
})
const AllThresholds = FlowThresholds.required({ leakageRate: true })

type Props = { partition: PartitionRow; onDone: () => void; onCancel: () => void }

/** Thresholds in the units people think in: per cent, cubic metres a day, cubic metres an hour. */
export function ThresholdsForm({ partition, onDone, onCancel }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const refresh = useRefreshLeakage()
  const partitions = useQuery(partitionsQuery)
  const hasMetersBelow = partitions.data?.rows.some(({ parentId, summaryMeters }) => parentId === partition.id && summaryMeters.length > 0)
  // A point that knows no consumption has no leakage alarm.
  const knowsLeakage = partition.subMeterCount > 0 || hasMetersBelow === true
  const leakage: FieldChoice[] = [
    { name: 'leakageRate', label: t('figure.leakageRate'), unit: '%', factor: 0.01 },
    { name: 'leakageLitresPerDay', label: t('figure.leakageLitres'), unit: t('unit.cubicMetresPerDay'), factor: 1000 },
  ]
  const fields: FieldChoice[] = [
    ...(knowsLeakage ? leakage : []),
    {
      name: 'nightMinimumFlowLitresPerHour',
      label: t('figure.nightMinimumFlowLitresPerHour'),
      unit: t('unit.cubicMetresPerHour'),
      factor: 1000,
    },
    { name: 'klRatio', label: t('figure.klRatio') },
  ]
  const current = partition.thresholds as Record<string, number | undefined>
  const initial = Object.fromEntries(
    fields.flatMap(({ name, factor = 1 }): [string, FieldValue][] =>
      current[name] === undefined ? [] : [[name, Number((current[name] / factor).toPrecision(10))]],
    ),
  )
  // An empty field takes its threshold away.
  const send = async (thresholds: Partial<Record<string, string | number>>) => {
    await call(setThresholds, { id: partition.id, ...Object.fromEntries(fields.map(({ name }) => [name, thresholds[name] ?? null])) })
    await refresh()
    announceDone(shared('done.saved'))
    onDone()
  }
  return (
    <CommandForm
      schema={knowsLeakage ? AllThresholds : FlowThresholds}
      fields={fields}
      initial={initial}
      fixed={{ id: partition.id }}
      submitLabel={t('form.setThresholds')}
      onCancel={onCancel}
      doneText={null}
      onSubmit={(thresholds) => send(thresholds)}
    >
      {Object.keys(current).length > 0 && (
        <Button variant="default" size="xs" onClick={() => send({})}>
          {t('form.removeThresholds')}
        </Button>
      )}
    </CommandForm>
  )
}
