import { accountUse as accountUseEndpoint, type AccountUse as Use } from '@nightflow/schemas/customers/account-use'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Chart } from '#ui/chart/chart.tsx'
import type { ChartSeries } from '#ui/chart/chart-types.ts'
import { Figure } from '#ui/figure.tsx'
import { addDays, instantOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

const chartHeight = 200
/** Days by which half a bar of a month reaches over its first day. */
const halfMonthBar = 16

export const accountUseQuery = (accountNo: string) =>
  queryOptions({ queryKey: ['account', accountNo, 'use'], queryFn: ({ signal }) => call(accountUseEndpoint, { accountNo }, signal) })

type Props = { accountNo: string }

/** The use of the present month as two figures: against the same days of the year before, and against the neighbourhood. */
export function UseFigures({ accountNo }: Props) {
  const { t } = useTranslation('customers')
  const format = useFormat()
  const use = useQuery(accountUseQuery(accountNo))
  const month = use.data?.months.at(-1)
  const compared = (other: number | null | undefined, key: 'less' | 'more', share: number) =>
    other === null || other === undefined ? null : t(`use.${key}`, { share: format.share(Math.abs(share), 0) })
  const comparison = (other: number | null | undefined) => {
    const own = month?.litres
    if (own === null || own === undefined || other === null || other === undefined || other === 0) return null
    const share = own / other - 1
    return compared(other, share < 0 ? 'less' : 'more', share)
  }
  const yearBefore = comparison(month?.yearBeforeLitres)
  const median = comparison(month?.medianLitres)
  return (
    <>
      <Figure
        label={t('use.thisMonth')}
        value={month?.litres === null || month === undefined ? null : format.cubicMetres(month.litres, 1)}
        unit="m³"
        unknownReason={t('use.unknown')}
        hint={t('use.thisMonthHint')}
        comparison={
          month && (yearBefore ? t('use.thanYearBefore', { comparison: yearBefore }) : t('use.knownDays', { count: month.knownDays }))
        }
      />
      <Figure
        label={t('use.median')}
        value={month?.medianLitres === null || month === undefined ? null : format.cubicMetres(month.medianLitres, 1)}
        unit="m³"
        unknownReason={t('use.noMedian')}
        hint={t('use.medianHint')}
        comparison={median && t('use.thanMedian', { comparison: median })}
      />
    </>
  )
}

/** Water use of the account per day and per month, against the year before and the median of its neighbourhood. */
export function UseCharts({ accountNo }: Props) {
  const { t } = useTranslation('customers')
  const use = useQuery(accountUseQuery(accountNo))
  if (use.isError) return <ErrorState error={use.error} onRetry={() => use.refetch()} compact />
  if (!use.data) return <ChartSkeleton height={2 * (chartHeight + 60)} />
  const { neighbourhood } = use.data
  const compared = neighbourhood
    ? t(`use.compared.${neighbourhood.kind}`, { name: neighbourhood.name, count: neighbourhood.meters })
    : t('use.noMedian')
  return (
    <>
      <DayChart accountNo={accountNo} use={use.data} />
      <MonthChart accountNo={accountNo} use={use.data} />
      <p className="nf-note">{compared}</p>
    </>
  )
}

const cubicMetres = (litres: number | null) => (litres === null ? null : litres / 1000)
const hasAny = ({ values }: ChartSeries): boolean => values.some((value) => value !== null)

function DayChart({ accountNo, use: { days, timeZone } }: Props & { use: Use }) {
  const { t } = useTranslation('customers')
  const drawn = useMemo(() => {
    const at = (day: string, hour: number) => instantOf(day, hour, timeZone) / 1000
    const [first, last] = [days[0]!.day, days.at(-1)!.day]
    return { times: days.map(({ day }) => at(day, 12)), span: [at(first, 0), at(addDays(last, 1), 0)] as const }
  }, [days, timeZone])
  const ownOf = (isOf: (day: Use['days'][number]) => boolean) => days.map((day) => (isOf(day) ? cubicMetres(day.litres) : null))
  const series: ChartSeries[] = [
    { label: t('use.own'), values: ownOf(({ how }) => how === 'measured'), kind: 'bars', colour: 'primary', decimals: 3 },
    { label: t('use.estimated'), values: ownOf(({ how }) => how !== 'measured'), kind: 'dashed-bars', colour: 'primary', decimals: 3 },
    {
      label: t('use.yearBefore'),
      values: days.map((day) => cubicMetres(day.yearBeforeLitres)),
      kind: 'line',
      colour: 'second',
      decimals: 3,
    },
    { label: t('use.median'), values: days.map((day) => cubicMetres(day.medianLitres)), kind: 'line', colour: 'mark', decimals: 3 },
  ]
  return (
    <Chart
      title={t('use.perDay')}
      unit="m³"
      fileName={`${accountNo}-use-per-day`}
      timeZone={timeZone}
      group="use-day"
      height={chartHeight}
      daily
      {...drawn}
      series={[series[0]!, ...series.slice(1).filter(hasAny)]}
    />
  )
}

function MonthChart({ accountNo, use: { months, timeZone } }: Props & { use: Use }) {
  const { t } = useTranslation('customers')
  const drawn = useMemo(() => {
    const at = (day: string) => instantOf(day, 0, timeZone) / 1000
    const [first, last] = [months[0]!.month, months.at(-1)!.month]
    return {
      times: months.map(({ month }) => at(month)),
      span: [at(addDays(first, -halfMonthBar)), at(addDays(last, halfMonthBar))] as const,
    }
  }, [months, timeZone])
  const wholeOr = (isWhole: boolean) =>
    months.map(({ litres, knownDays, days }) => (knownDays > 0 && (knownDays === days) === isWhole ? cubicMetres(litres) : null))
  const others: ChartSeries[] = [
    { label: t('use.someDays'), values: wholeOr(false), kind: 'bars', colour: 'customers', decimals: 1 },
    {
      label: t('use.yearBefore'),
      values: months.map((each) => cubicMetres(each.yearBeforeLitres)),
      kind: 'points',
      colour: 'second',
      decimals: 1,
    },
    { label: t('use.median'), values: months.map((each) => cubicMetres(each.medianLitres)), kind: 'points', colour: 'mark', decimals: 1 },
  ]
  return (
    <Chart
      title={t('use.perMonth')}
      unit="m³"
      fileName={`${accountNo}-use-per-month`}
      timeZone={timeZone}
      group="use-month"
      height={chartHeight}
      daily
      {...drawn}
      series={[{ label: t('use.own'), values: wholeOr(true), kind: 'bars', colour: 'primary', decimals: 1 }, ...others.filter(hasAny)]}
    />
  )
}
