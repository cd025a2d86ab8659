import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { floatQuery } from '#agents/desk-queries.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

const names = ['left', 'today', 'earned', 'unpaid']

/** The float of the agent who is signed in, today's sales, and the commission. */
export function FloatFigures() {
  const { t } = useTranslation('agents')
  const { number } = useFormat()
  const money = useMoney()
  const float = useQuery(floatQuery)
  if (float.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={float.error} onRetry={() => float.refetch()} compact />
      </div>
    )
  if (!float.data)
    return (
      <Figures count={4} isBusy>
        {names.map((name) => (
          <FigureSkeleton key={name} />
        ))}
      </Figures>
    )
  const { availableMinor, balanceMinor, soldTodayMinor, salesToday, earnedTodayMinor, unpaidMinor, commissionBasisPoints } = float.data
  return (
    <Figures count={4}>
      <Figure
        label={t('desk.figure.left')}
        value={money(availableMinor)}
        comparison={t('desk.figure.balance', { amount: money(balanceMinor) })}
      />
      <Figure
        label={t('desk.figure.today')}
        value={money(soldTodayMinor)}
        comparison={t('desk.figure.sales', { count: salesToday, shown: number(salesToday) })}
      />
      <Figure
        label={t('desk.figure.earned')}
        value={money(earnedTodayMinor)}
        comparison={t('desk.figure.rate', { percent: number(commissionBasisPoints / 100, 2) })}
      />
      <Figure label={t('desk.figure.unpaid')} value={money(unpaidMinor)} />
    </Figures>
  )
}
