import { useTranslation } from 'react-i18next'
import type { Board } from '#dashboard/dashboard-queries.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { useFormat } from '#ui/use-format.ts'

const totals = ['tenants', 'accounts', 'meters', 'reported', 'notReported', 'rate'] as const

/** All tenants together: how many, with how many meters, and how many of those reported today. */
export function TenantTotals({ board }: { board: Board | undefined }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  if (!board)
    return (
      <Figures count={6} isBusy>
        {totals.map((name) => (
          <FigureSkeleton key={name} />
        ))}
      </Figures>
    )
  const values: Record<(typeof totals)[number], string | null> = {
    tenants: format.number(board.tenants),
    accounts: format.number(board.tenantsWithAccounts),
    meters: format.number(board.meters),
    reported: format.number(board.reportedToday),
    notReported: format.number(board.notReportedToday),
    rate: board.reportingRate === null ? null : format.completeness(board.reportingRate),
  }
  return (
    <Figures count={6}>
      {totals.map((name) => (
        <Figure
          key={name}
          label={t(`board.total.${name}`)}
          value={values[name]}
          unknownReason={t('unknown.noMeters')}
          comparison={
            name === 'accounts' && t('board.withoutAccounts', { tenants: format.number(board.tenants - board.tenantsWithAccounts) })
          }
        />
      ))}
    </Figures>
  )
}
