import { Group, Text } from '@mantine/core'
import { accountBurnDown, type DeductionOfDay } from '@nightflow/schemas/billing/account-burn-down'
import { exactly } from '@nightflow/schemas/shared/resource'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

/** How long the balance of a prepaid account lasts and why, and its latest deductions. Left out before the first of them. */
export function AccountBurnDown({ accountNo }: { accountNo: string }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day, number, cubicMetres } = useFormat()
  const mayDo = useMayDo()
  const burned = useQuery({
    queryKey: ['account', accountNo, 'burn-down'],
    queryFn: ({ signal }) => call(accountBurnDown, { accountNo }, signal),
    enabled: mayDo(accountBurnDown),
  })
  if (burned.isError) return <ErrorState error={burned.error} onRetry={() => burned.refetch()} compact />
  if (!burned.data?.lasts) return null
  const { lasts, deductions } = burned.data
  const title = t('burnDown.title')
  const basis = t('burnDown.basis', { count: lasts.basisDays, amount: money(lasts.averageMinor) })
  return (
    <section className="nf-panel" aria-label={title}>
      <Group justify="space-between" px="sm" py={6} className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {title}
        </Text>
        <ScreenLink screen="billing/burn-downs" search={{ accountNo: exactly(accountNo) }} className="nf-link nf-small">
          {t('burnDown.all')}
        </ScreenLink>
      </Group>
      <Text size="sm" px="sm" py={6}>
        {lasts.day === null ? t('burnDown.lastsUnknown') : t('burnDown.lasts', { day: day(lasts.day) })}{' '}
        <Text span c="dimmed">
          {basis}
        </Text>
      </Text>
      <FigureTable<DeductionOfDay>
        minWidth={420}
        rows={deductions}
        keyOf={({ position }) => String(position)}
        columns={[
          { head: t('burnDown.upTo'), cell: ({ lastDay }) => day(lastDay) },
          { head: t('burnDown.volumeOfMonth'), isNumber: true, cell: ({ litres }) => cubicMetres(litres, 3) },
          { head: t('burnDown.field.estimatedDays'), isNumber: true, cell: ({ estimatedDays }) => number(estimatedDays) },
          { head: t('burnDown.taken'), isNumber: true, cell: ({ totalMinor }) => money(totalMinor) },
        ]}
      />
    </section>
  )
}
