import { caseReport } from '@nightflow/schemas/work-orders/field-reports'
import { CaseFinding, CaseOutcome, RepairVerdict } from '@nightflow/schemas/work-orders/leak-case'
import { findCaseFigures } from '@nightflow/schemas/work-orders/leak-case-calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { addDays, dayOf } from '#ui/local-days.ts'
import { useScreenSearch } from '#ui/screen-search.ts'
import { ErrorState } from '#ui/states.tsx'
import type { ListSearch } from '#ui/table/list-search.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** How long leaks ran and what was lost and saved, over all months of the report; each figure opens the cases behind it. */
export function CaseFigures() {
  const { t } = useTranslation('work-orders')
  const { timeZone } = useSession()
  const format = useFormat()
  const money = useMoney()
  const { beginTime, endTime } = useScreenSearch<ListSearch>()
  const today = dayOf(Date.now(), timeZone)
  const range = useMemo(() => {
    const to = String(endTime ?? today)
    return { from: String(beginTime ?? addDays(to, 1 - caseReport.days.usual)), to }
  }, [beginTime, endTime, today])
  const figures = useQuery({
    queryKey: [findCaseFigures.path, range],
    queryFn: ({ signal }) => call(findCaseFigures, range, signal),
  })
  const list = (filter: Record<string, string>, text: string) => (
    <ScreenLink screen="work-orders/leak-cases" search={{ beginTime: range.from, endTime: range.to, ...filter }} className="nf-link">
      {text}
    </ScreenLink>
  )
  const { data } = figures
  const hours = ({ medianHours, p90Hours, count }: { medianHours: number | null; p90Hours: number | null; count: number }) => ({
    value: medianHours === null ? null : format.number(medianHours, 1),
    unit: 'h',
    comparison: count === 0 ? t('figures.none') : list({}, t('figures.times', { p90: format.number(p90Hours, 1), cases: count })),
    unknownReason: t('figures.none'),
  })
  return (
    <>
      {figures.isError && (
        <div className="nf-panel">
          <ErrorState error={figures.error} onRetry={() => figures.refetch()} />
        </div>
      )}
      {!data && !figures.isError && (
        <Figures count={4} isBusy>
          {[0, 1, 2, 3].map((place) => (
            <FigureSkeleton key={place} />
          ))}
        </Figures>
      )}
      {data && (
        <>
          <Figures count={4}>
            <Figure label={t('figures.awareness')} {...hours(data.awareness)} hint={t('figures.awarenessHint')} />
            <Figure label={t('figures.site')} {...hours(data.site)} hint={t('figures.siteHint')} />
            <Figure label={t('figures.repair')} {...hours(data.repair)} hint={t('figures.repairHint')} />
            <Figure
              label={t('figures.cases')}
              value={format.number(data.cases, 0)}
              comparison={list({}, t('figures.open', { open: data.open }))}
            />
          </Figures>
          <Figures count={6}>
            <Figure
              label={t('figures.lost')}
              value={format.cubicMetres(data.lostLitres, 0)}
              unit="m³"
              comparison={list({}, data.lostMinor === null ? t('noPrice') : money(data.lostMinor))}
            />
            <Figure
              label={t('figures.saved')}
              value={format.cubicMetres(data.savedLitres, 0)}
              unit="m³"
              comparison={list({ outcome: CaseOutcome.enum.repaired }, data.savedMinor === null ? t('noPrice') : money(data.savedMinor))}
              hint={t('figures.savedHint')}
            />
            <Figure
              label={t('figures.proven')}
              value={format.number(data.proven, 0)}
              comparison={list({ verdict: RepairVerdict.enum.proven }, t('figures.show'))}
            />
            <Figure
              label={t('figures.falsePositives')}
              value={format.number(data.falsePositives, 0)}
              comparison={list({ outcome: CaseOutcome.enum.falsePositive }, t('figures.show'))}
            />
            <Figure
              label={t('caseReport.field.repeats')}
              value={format.number(data.repeats, 0)}
              comparison={list({ finding: CaseFinding.enum.repeat }, t('figures.show'))}
              hint={t('figures.repeatsHint')}
            />
            <Figure
              label={t('caseReport.field.dryHoles')}
              value={format.number(data.dryHoles, 0)}
              comparison={list({ finding: CaseFinding.enum.dryHole }, t('figures.show'))}
              hint={t('figures.dryHolesHint')}
            />
          </Figures>
        </>
      )}
    </>
  )
}
