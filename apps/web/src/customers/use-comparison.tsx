import type { AccountUse as Use } from '@nightflow/schemas/customers/account-use'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { accountUseQuery } from '#customers/account-use.tsx'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, instantOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

const chartHeight = 180
/** Days by which half a bar of a month reaches over its first day. */
const halfMonthBar = 16

type Compared = { accountNo: string; name: string }
type Props = { own: Compared; other: Compared }

/** The use of two accounts over each other, by day and by month. */
export function UseComparison({ own, other }: Props) {
  const uses = [useQuery(accountUseQuery(own.accountNo)), useQuery(accountUseQuery(other.accountNo))] as const
  const failed = uses.find(({ isError }) => isError)
  if (failed) return <ErrorState error={failed.error} onRetry={() => failed.refetch()} compact />
  const [one, another] = uses
  if (!one.data || !another.data) return <ChartSkeleton height={2 * (chartHeight + 60)} />
  const span = { own, other, timeZone: one.data.timeZone }
  return (
    <>
      <Overlaid {...span} kind="perDay" one={daysOf(one.data)} another={daysOf(another.data)} />
      <Overlaid {...span} kind="perMonth" one={monthsOf(one.data)} another={monthsOf(another.data)} />
    </>
  )
}

type Point = { day: string; litres: number | null }
const daysOf = ({ days }: Use): Point[] => days.map(({ day, litres }) => ({ day, litres }))
/** A month of which no day is known has no volume. */
const monthsOf = ({ months }: Use): Point[] =>
  months.map(({ month, litres, knownDays }) => ({ day: month, litres: knownDays > 0 ? litres : null }))

type OverlaidProps = Props & { kind: 'perDay' | 'perMonth'; timeZone: string; one: readonly Point[]; another: readonly Point[] }

function Overlaid({ own, other, kind, timeZone, one, another }: OverlaidProps) {
  const { t } = useTranslation('customers')
  const chart = useMemo(() => {
    const isMonthly = kind === 'perMonth'
    const at = (day: string, hour: number) => instantOf(day, hour, timeZone) / 1000
    const days = [...new Set([...one, ...another].map(({ day }) => day))].toSorted()
    const [first = '1970-01-01', last = first] = [days[0], days.at(-1)]
    const valuesOf = (points: readonly Point[]) => {
      const known = new Map(points.map(({ day, litres }) => [day, litres]))
      return days.map((day) => {
        const litres = known.get(day) ?? null
        return litres === null ? null : litres / 1000
      })
    }
    const decimals = isMonthly ? 1 : 3
    return {
      times: days.map((day) => at(day, isMonthly ? 0 : 12)),
      span: (isMonthly
        ? [at(addDays(first, -halfMonthBar), 0), at(addDays(last, halfMonthBar), 0)]
        : [at(first, 0), at(addDays(last, 1), 0)]) as [number, number],
      series: [
        { label: own.name, values: valuesOf(one), kind: 'bars' as const, colour: 'primary' as const, decimals },
        {
          label: other.name,
          values: valuesOf(another),
          kind: 'line' as const,
          colour: 'second' as const,
          decimals,
        },
      ],
    }
  }, [kind, timeZone, one, another, own.name, other.name])
  return (
    <Chart
      title={t(`use.${kind}`)}
      unit="m³"
      fileName={`${own.accountNo}-${other.accountNo}-use`}
      timeZone={timeZone}
      group={`compared-${kind}`}
      height={chartHeight}
      daily
      {...chart}
    />
  )
}
