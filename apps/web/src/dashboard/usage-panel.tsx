import { Group, SegmentedControl, Select } from '@mantine/core'
import type { statisticsUsedTotalData } from '@nightflow/schemas/dashboard/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usedQuery } from '#dashboard/dashboard-queries.ts'
import type { UsageChoice } from '#dashboard/usage-choice.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { presetDays } from '#ui/day-range.ts'
import { addDays, instantOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type Partition = { id: string; name: string }
type Props = {
  choice: UsageChoice
  onChoice: (change: Partial<UsageChoice>) => void
  /** To narrow by; empty where the person may not see partitions. */
  partitions: readonly Partition[]
}

/** Water use of customers, per day or month. */
export function UsagePanel({ choice, onChoice, partitions }: Props) {
  const { t } = useTranslation('dashboard')
  const shared = useTranslation('shared').t
  const used = useQuery(usedQuery(choice))
  return (
    <section className="nf-stack" aria-label={t('usage.title')}>
      <Group gap="xs" wrap="wrap">
        <SegmentedControl
          size="xs"
          aria-label={shared('range.presets')}
          value={String(choice.days)}
          data={presetDays.map((days) => ({ value: String(days), label: shared('range.days', { days }) }))}
          onChange={(days) => onChoice({ days: Number(days) as UsageChoice['days'] })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('usage.by')}
          value={choice.by}
          data={[
            { value: 'day', label: t('usage.byDay') },
            { value: 'month', label: t('usage.byMonth') },
          ]}
          onChange={(by) => onChoice({ by: by as UsageChoice['by'] })}
        />
        {partitions.length > 0 && (
          <Select
            size="xs"
            w={220}
            clearable
            searchable
            aria-label={t('usage.partition')}
            placeholder={t('usage.everywhere')}
            nothingFoundMessage={shared('choice.nothingFound')}
            data={partitions.map(({ id, name }) => ({ value: id, label: name }))}
            value={choice.partition ?? null}
            onChange={(partition) => onChoice({ partition: partition ?? undefined })}
          />
        )}
      </Group>
      {used.isError ? (
        <div className="nf-panel">
          <ErrorState error={used.error} onRetry={() => used.refetch()} compact />
        </div>
      ) : used.data ? (
        <UsageChart used={used.data} by={choice.by} />
      ) : (
        <ChartSkeleton height={chartHeight + 60} />
      )}
    </section>
  )
}

const chartHeight = 220

function UsageChart({ used: { rows, timeZone }, by }: { used: ResponseOf<typeof statisticsUsedTotalData>; by: UsageChoice['by'] }) {
  const { t } = useTranslation('dashboard')
  const chart = useMemo(() => {
    // A month is drawn at its first day, a day at its noon.
    const days = rows.map(({ period }) => (by === 'month' ? `${period}-01` : period))
    const at = (day: string, hour: number) => instantOf(day, hour, timeZone) / 1000
    const halfBar = by === 'month' ? 16 : 0
    const first = days[0] ?? '1970-01-01'
    const last = days.at(-1) ?? first
    return {
      times: days.map((day) => at(day, by === 'month' ? 0 : 12)),
      series: [
        {
          label: t('usage.series'),
          values: rows.map(({ usedLitres }) => (usedLitres === null ? null : usedLitres / 1000)),
          kind: 'bars' as const,
          colour: 'primary' as const,
          decimals: 1,
        },
      ],
      span: [at(addDays(first, -halfBar), 0), at(addDays(last, halfBar + 1), 0)] as const,
      unknown: rows.flatMap(({ usedLitres }, index) =>
        usedLitres === null && by === 'day' ? [{ from: at(days[index]!, 0), to: at(addDays(days[index]!, 1), 0) }] : [],
      ),
    }
  }, [rows, timeZone, by, t])
  return (
    <Chart
      title={t('usage.title')}
      unit="m³"
      fileName="usage"
      timeZone={timeZone}
      group={`usage-${by}`}
      height={chartHeight}
      note={t('usage.note')}
      daily
      {...chart}
    />
  )
}
