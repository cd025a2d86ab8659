import { Button, Group, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import type { MeterOfDay } from '@nightflow/schemas/leakage/investigation'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { alignTo } from '#leakage/investigation/comparison.ts'
import { metersOfDayQuery } from '#leakage/investigation/investigation-queries.ts'
import { flowQuery } from '#leakage/leakage-queries.ts'
import { cubic, spanOf } from '#leakage/partition-charts.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, wallTextOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'

const weekDays = 7

type Props = { partition: PartitionRow; day: string; onDay: (day: string | undefined) => void }

/** The hours of one day over those of the same weekday before, and the meters that make the difference, each with a link to its readings. */
export function DayDrill({ partition, day, onDay }: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const format = useFormat()
  const before = addDays(day, -weekDays)
  return (
    <section aria-label={t('investigation.dayTitle', { day: format.day(day, 'long') })} className="nf-stack">
      <Group gap="xs" className="nf-panel" px="sm" py={6}>
        <Text component="h2" className="nf-panel-title" m={0}>
          {t('investigation.dayTitle', { day: format.day(day, 'long') })}
        </Text>
        <DatePickerInput
          size="xs"
          w={140}
          valueFormat={format.inputDates.day}
          aria-label={t('investigation.day')}
          value={day}
          onChange={(next) => onDay(next ?? undefined)}
        />
        <Button size="compact-xs" variant="default" onClick={() => onDay(addDays(day, -1))}>
          {t('investigation.dayBefore')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => onDay(addDays(day, 1))}>
          {t('investigation.dayAfter')}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onDay(undefined)}>
          {shared('action.close')}
        </Button>
      </Group>
      <Hours partition={partition} day={day} before={before} />
      <Meters partition={partition} day={day} before={before} />
    </section>
  )
}

type PartProps = { partition: PartitionRow; day: string; before: string }

function Hours({ partition, day, before }: PartProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const flow = useQuery(flowQuery(partition.id, { from: day, to: day, daysBefore: weekDays }))
  const chart = useMemo(() => {
    if (!flow.data) return undefined
    const all = flow.data.rows.map(({ at, supplyLitresPerHour, consumptionLitresPerHour }) => {
      const wall = wallTextOf(Date.parse(at), partition.timeZone)
      const consumption = cubic(consumptionLitresPerHour)
      return { at, day: wall.slice(0, 10), hour: Number(wall.slice(11, 13)), value: cubic(supplyLitresPerHour), consumption }
    })
    const shown = all.filter((row) => row.day === day)
    const hours = shown.map((row) => ({ day: row.day, hour: row.hour }))
    return {
      times: shown.map(({ at }) => Date.parse(at) / 1000 + 1800),
      span: spanOf({ from: day, to: day }, partition.timeZone),
      series: [
        {
          label: t('chart.customers'),
          values: shown.map(({ consumption }) => consumption),
          ...{ kind: 'area' as const, colour: 'customers' as const, decimals: 2 },
        },
        {
          label: t('chart.supply'),
          values: shown.map(({ value }) => value),
          ...{ kind: 'line' as const, colour: 'primary' as const, decimals: 2 },
        },
        {
          label: t('investigation.supplyOf', { day: format.day(before) }),
          values: alignTo(hours, all, weekDays),
          ...{ kind: 'dashed' as const, colour: 'second' as const, decimals: 2 },
        },
      ],
    }
  }, [flow.data, partition.timeZone, day, before, t, format])
  if (flow.isError) return <ErrorState compact error={flow.error} onRetry={() => flow.refetch()} />
  if (!chart) return <ChartSkeleton height={220} />
  return (
    <Chart
      title={t('investigation.hours')}
      unit={t('unit.cubicMetresPerHour')}
      fileName={`${partition.id}-${day}`}
      timeZone={partition.timeZone}
      group="investigation-day"
      height={170}
      {...chart}
    />
  )
}

function Meters({ partition, day, before }: PartProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const meters = useQuery(metersOfDayQuery(partition.id, day, before))
  if (meters.isError) return <ErrorState compact error={meters.error} onRetry={() => meters.refetch()} />
  if (!meters.data) return <ChartSkeleton height={220} />
  const volume = (litres: number | null) => format.cubicMetres(litres, 2)
  const difference = (one: number | null, other: number | null) => {
    if (one === null || other === null) return '–'
    return `${one > other ? '+' : ''}${format.cubicMetres(one - other, 2)}`
  }
  const column = (name: 'litres' | 'compared' | 'difference' | 'night' | 'nightDifference', cell: (row: MeterOfDay) => string) => ({
    head: t(`investigation.meter.${name}`, { day: format.day(before) }),
    isNumber: true as const,
    cell,
  })
  return (
    <div className="nf-panel">
      <FigureTable
        caption={t('investigation.metersShown', { shown: meters.data.rows.length, count: meters.data.meters })}
        minWidth={720}
        rows={meters.data.rows}
        keyOf={({ role, number }) => `${role} ${number}`}
        columns={[
          {
            head: t('investigation.meter.number'),
            cell: ({ number, name }) => (
              <>
                <ScreenLink screen="devices/meter" params={{ number }} search={{ from: before, to: day }} className="nf-link">
                  {number}
                </ScreenLink>{' '}
                <span className="nf-dimmed">{name}</span>
              </>
            ),
          },
          {
            head: t('investigation.meter.role'),
            cell: ({ role, sign }) => t(`investigation.role.${role === 'supply' ? (sign < 0 ? 'outlet' : 'inlet') : 'customer'}`),
          },
          column('litres', ({ litres }) => volume(litres)),
          column('compared', ({ comparedLitres }) => volume(comparedLitres)),
          column('difference', ({ litres, comparedLitres }) => difference(litres, comparedLitres)),
          column('night', ({ nightLitres }) => volume(nightLitres)),
          column('nightDifference', ({ nightLitres, comparedNightLitres }) => difference(nightLitres, comparedNightLitres)),
        ]}
      />
    </div>
  )
}
