import { Alert, Button, Group } from '@mantine/core'
import { setThresholds } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { Thresholds } from '@nightflow/schemas/leakage/partition'
import { IconWand } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { nightFlowQuery } from '#leakage/leakage-queries.ts'
import { useRefreshLeakage } from '#leakage/partition-forms.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { daysLookedAt, type Suggestion, suggestThreshold } from '#leakage/suggest-threshold.ts'
import { announceDone } from '#session/announce-done.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, FieldValue } from '#ui/form/form-fields.ts'
import { addDays, dayOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

/** A form that sets thresholds names the night minimum flow and the KL ratio; with sub-meters the leakage rate too. */
const FlowThresholds = Thresholds.extend({ id: setThresholds.request.shape.id }).required({
  nightMinimumFlowLitresPerHour: true,
  klRatio: true,
})
const AllThresholds = FlowThresholds.required({ leakageRate: true })

/** Thresholds that follow from past days, by the field of the form. */
type Suggestions = Partial<Record<string, Suggestion>>

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
  const { suggestions, suggest, isBusy, failure } = useSuggestions(partition)
  const explain = useExplanation()
  const current = partition.thresholds as Record<string, number | undefined>
  const initial = Object.fromEntries(
    fields.flatMap(({ name, factor = 1 }): [string, FieldValue][] => {
      const threshold = suggestions?.[name]?.threshold ?? current[name]
      return threshold === undefined ? [] : [[name, Number((threshold / factor).toPrecision(10))]]
    }),
  )
  const explained = fields.map((field): FieldChoice => {
    const suggestion = suggestions?.[field.name]
    return suggestion ? { ...field, description: explain(suggestion, field) } : field
  })
  const isUnknown = suggestions !== undefined && fields.every(({ name }) => suggestions[name] === undefined)
  // An empty field takes its threshold away.
  const send = async (thresholds: Partial<Record<string, string | number>>) => {
    await call(setThresholds, { id: partition.id, ...Object.fromEntries(fields.map(({ name }) => [name, thresholds[name] ?? null])) })
    await refresh()
    announceDone(shared('done.saved'))
    onDone()
  }
  return (
    <CommandForm
      // Suggested values replace what the fields had.
      key={suggestions === undefined ? 'own' : 'suggested'}
      schema={knowsLeakage ? AllThresholds : FlowThresholds}
      fields={explained}
      initial={initial}
      fixed={{ id: partition.id }}
      submitLabel={t('form.setThresholds')}
      onCancel={onCancel}
      doneText={null}
      onSubmit={(thresholds) => send(thresholds)}
    >
      {isUnknown && (
        <Alert color="yellow" variant="light" role="status" py="xs">
          {t('thresholds.tooFewDays', { count: daysLookedAt })}
        </Alert>
      )}
      <ProblemAlert failure={failure} />
      <Group gap="xs">
        <Button variant="default" size="xs" leftSection={<IconWand size={14} aria-hidden />} loading={isBusy} onClick={suggest}>
          {t('thresholds.suggest', { count: daysLookedAt })}
        </Button>
        {Object.keys(current).length > 0 && (
          <Button variant="default" size="xs" onClick={() => send({})}>
            {t('form.removeThresholds')}
          </Button>
        )}
      </Group>
    </CommandForm>
  )
}

/** Looks at the figures of past days once a person asks for it. */
function useSuggestions({ id, timeZone, lastDay }: PartitionRow) {
  const client = useQueryClient()
  const [suggestions, setSuggestions] = useState<Suggestions>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const suggest = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const last = lastDay ?? dayOf(Date.now(), timeZone)
      const { rows } = await client.fetchQuery(nightFlowQuery(id, addDays(last, 1 - daysLookedAt), last))
      const found = {
        leakageRate: suggestThreshold(
          rows.map(({ leakageRate }) => leakageRate),
          1,
        ),
        leakageLitresPerDay: suggestThreshold(rows.map(({ leakageLitres }) => leakageLitres)),
        nightMinimumFlowLitresPerHour: suggestThreshold(rows.map(({ nightMinimumFlowLitresPerHour }) => nightMinimumFlowLitresPerHour)),
        klRatio: suggestThreshold(
          rows.map(({ klRatio }) => klRatio),
          1,
        ),
      }
      setSuggestions(found)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { suggestions, suggest, isBusy, failure }
}

function useExplanation() {
  const { t } = useTranslation('leakage')
  const { number } = useFormat()
  return ({ usual, days, exceeded }: Suggestion, { factor = 1, unit = '' }: FieldChoice): string =>
    t('thresholds.suggested', { median: `${number(usual / factor, 2)} ${unit}`.trim(), days, count: exceeded })
}
