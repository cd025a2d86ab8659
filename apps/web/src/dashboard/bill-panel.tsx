import type { statisticsBillData } from '@nightflow/schemas/dashboard/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { billQuery } from '#dashboard/dashboard-queries.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { addDays, instantOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { minorPerUnit, useCurrency, useMoney } from '#ui/use-money.ts'

const chartHeight = 180

/** Amounts billed and paid in each of the last twelve months, and the overdue amount. */
export function BillPanel() {
  const bills = useQuery(billQuery)
  if (bills.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={bills.error} onRetry={() => bills.refetch()} compact />
      </div>
    )
  if (!bills.data) return <ChartSkeleton height={chartHeight + 60} />
  return <BillChart bills={bills.data} />
}

type Bills = ResponseOf<typeof statisticsBillData>

function BillChart({ bills: { rows, timeZone, openBills, overdueBills, overdueMinor } }: { bills: Bills }) {
  const { t } = useTranslation('dashboard')
  const money = useMoney()
  const currency = useCurrency()
  const { number } = useFormat()
  const chart = useMemo(() => {
    const at = (day: string) => instantOf(day, 0, timeZone) / 1000
    const first = `${rows[0]?.period ?? '1970-01'}-01`
    const last = `${rows.at(-1)?.period ?? '1970-01'}-01`
    const halfBar = 16
    return {
      times: rows.map(({ period }) => at(`${period}-01`)),
      series: [
        {
          label: t('bills.billed'),
          values: rows.map(({ billedMinor }) => billedMinor / minorPerUnit),
          kind: 'bars' as const,
          colour: 'primary' as const,
          decimals: 2,
        },
        {
          label: t('bills.unpaid'),
          values: rows.map(({ unpaidMinor }) => unpaidMinor / minorPerUnit),
          kind: 'line' as const,
          colour: 'second' as const,
          decimals: 2,
        },
      ],
      span: [at(addDays(first, -halfBar)), at(addDays(last, halfBar))] as const,
    }
  }, [rows, timeZone, t])
  return (
    <div className="nf-stack">
      <Chart
        title={t('bills.title')}
        unit={currency}
        fileName="bills"
        timeZone={timeZone}
        group="bills"
        height={chartHeight}
        note={t('bills.overdue', { overdue: number(overdueBills), open: number(openBills), amount: money(overdueMinor) })}
        daily
        {...chart}
      />
    </div>
  )
}
