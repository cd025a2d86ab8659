import { Slider, Text } from '@mantine/core'
import type { NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { partitionChangesQuery } from '#leakage/leakage-queries.ts'
import { cubic, secondsOf, spanOf } from '#leakage/partition-charts.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, countDays, dayOf, instantOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'

/** How far back the slider goes at most. */
const daysMax = 90

type SliderProps = { partition: PartitionRow; asOf: string | undefined; onAsOf: (asOf: string) => void }

/** The evening of a day of the last months, by hand or by arrow keys. The figures are computed once it is let go. */
export function MomentSlider({ partition: { id, timeZone }, asOf, onAsOf }: SliderProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const today = dayOf(Date.now(), timeZone)
  const changes = useQuery(partitionChangesQuery(id))
  const recordedAt = changes.data?.rows.find(({ type }) => type === 'leakage.PartitionCreated')?.changedAt
  const earliest = addDays(today, 1 - daysMax)
  // Evenings before the log has the partition have no figures.
  const begun = recordedAt === undefined ? earliest : dayOf(Date.parse(recordedAt), timeZone)
  const isBegunWithin = begun > earliest
  const first = isBegunWithin ? begun : earliest
  const daysShown = Math.max(1, countDays(first, today))
  const moment = asOf === undefined || /^\d+$/.test(asOf) ? Number.NaN : Date.parse(asOf)
  const chosen = Number.isNaN(moment) ? daysShown : Math.max(1, Math.min(daysShown, countDays(first, dayOf(moment - 1, timeZone))))
  const [at, setAt] = useState(chosen)
  useEffect(() => setAt(chosen), [chosen])
  const dayAt = (position: number) => addDays(first, position - 1)
  const endOf = (position: number) => new Date(Math.min(instantOf(addDays(dayAt(position), 1), 0, timeZone), Date.now())).toISOString()
  return (
    <div className="nf-moment-slider">
      {daysShown > 1 && (
        <>
          <Text size="xs" fw={500}>
            {t('timeTravel.endOfDay', { day: format.day(dayAt(at), 'long') })}
          </Text>
          <Slider
            size="sm"
            min={1}
            max={daysShown}
            value={at}
            label={null}
            thumbLabel={t('timeTravel.slider')}
            thumbProps={{ 'aria-valuetext': format.day(dayAt(at), 'long') }}
            onChange={setAt}
            onChangeEnd={(position) => onAsOf(endOf(position))}
          />
        </>
      )}
      {isBegunWithin && (
        <Text size="xs" c="dimmed">
          {t('timeTravel.begun', { day: format.day(begun, 'long') })}
        </Text>
      )}
    </div>
  )
}

type ChartProps = {
  partition: PartitionRow
  range: { from: string; to: string }
  then: readonly NightFlowRow[]
  now: readonly NightFlowRow[]
}

/** The leakage of each day as it was known then, over what is known now. */
export function ThenAndNowChart({ partition, range, then, now }: ChartProps) {
  const { t } = useTranslation('leakage')
  const chart = useMemo(() => {
    const old = new Map(then.map((row) => [row.date, row]))
    const line = (rows: readonly (NightFlowRow | undefined)[]) => rows.map((row) => cubic(row?.leakageLitres ?? null))
    return {
      times: now.map(({ date }) => secondsOf(date, 12, partition.timeZone)),
      span: spanOf(range, partition.timeZone),
      series: [
        { label: t('timeTravel.nowLine'), values: line(now), kind: 'line' as const, colour: 'primary' as const, decimals: 1 },
        {
          label: t('timeTravel.thenLine'),
          values: line(now.map(({ date }) => old.get(date))),
          ...{ kind: 'dashed' as const, colour: 'second' as const, decimals: 1 },
        },
      ],
    }
  }, [then, now, range, partition, t])
  return (
    <Chart
      title={t('column.leakageLitres')}
      unit="m³"
      fileName={`${partition.id}-then-and-now`}
      timeZone={partition.timeZone}
      group="then-and-now"
      height={150}
      daily
      floating
      {...chart}
    />
  )
}
