import type { topData } from '@nightflow/schemas/dashboard/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { topQuery } from '#dashboard/dashboard-queries.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'
import { useWeekdayComparison } from '#ui/use-weekday-comparison.ts'

const names = ['used', 'yesterday', 'meters', 'readingRate', 'customers', 'bills']

/** Water, meters, how many of them reported, customers and their bills. */
export function TopFigures() {
  const top = useQuery(topQuery)
  if (top.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={top.error} onRetry={() => top.refetch()} compact />
      </div>
    )
  if (!top.data)
    return (
      <Figures count={6} isBusy>
        {names.map((name) => (
          <FigureSkeleton key={name} />
        ))}
      </Figures>
    )
  return <Known data={top.data} />
}

function Known({ data }: { data: ResponseOf<typeof topData> }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const compare = useWeekdayComparison()
  const cubic = (litres: number | null) => (litres === null ? null : format.cubicMetres(litres))
  const unknown = t('unknown.noCompleteDay')
  const money = useMoney()
  return (
    <Figures count={6}>
      <Figure label={t('top.used')} value={cubic(data.usedTotalLitres)} unit="m³" unknownReason={unknown} comparison={t('top.usedHint')} />
      <Figure
        label={t('top.yesterday')}
        value={cubic(data.usedYesterdayLitres)}
        unit="m³"
        unknownReason={unknown}
        comparison={t('top.yesterdayHint', {
          day: format.day(data.yesterday, 'long'),
          comparison: compare(data.usedYesterdayLitres, data.usedBaseline, data.yesterday, 'volume'),
        })}
      />
      <Figure
        label={t('top.meters')}
        value={format.number(data.meterCount)}
        comparison={
          <>
            {t('top.metersHint', {
              reporting: format.number(data.meterReportingCount),
              silent: format.number(data.meterSilentCount),
            })}
            <span className="nf-figure-line">
              {t('top.metersOutbound', {
                outbound: format.number(data.meterOutboundCount),
                stored: format.number(data.meterStoredCount),
              })}
            </span>
          </>
        }
      />
      <Figure
        label={t('top.readingRate')}
        value={data.readingRate === null ? null : format.completeness(data.readingRate)}
        unknownReason={t('unknown.noMeters')}
        comparison={
          <>
            {t('top.readingRateHint')}
            {data.readingRates.map(({ days, share }) => (
              <span key={days} className="nf-figure-line">
                {t('top.readingRateDays', { days, share: share === null ? '–' : format.completeness(share) })}
              </span>
            ))}
          </>
        }
      />
      <Figure label={t('top.customers')} value={format.number(data.customerCount)} comparison={t('top.customersHint')} />
      <Figure
        label={t('top.bills')}
        value={money(data.billedMinor)}
        comparison={
          <>
            {t('top.billsPaid', { amount: money(data.paidMinor) })}
            <span className="nf-figure-line">{t('top.billsUnpaid', { amount: money(data.unpaidMinor) })}</span>
          </>
        }
      />
    </Figures>
  )
}
