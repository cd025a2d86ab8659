import { Stack, Text } from '@mantine/core'
import type { deskPreview } from '@nightflow/schemas/agents/agent-desk-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useTranslation } from 'react-i18next'
import { inGroups } from '#ui/token-digits.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

export type Preview = ResponseOf<typeof deskPreview>

/** The last token of a meter, by which its holder knows it. */
export function useLastToken(): (meter: Pick<NonNullable<Preview['meter']>, 'lastToken'>) => string {
  const { t } = useTranslation('agents')
  return ({ lastToken }) =>
    lastToken === null ? t('desk.firstToken') : t('desk.lastToken', { digits: lastToken.split(' ').map(inGroups).join(', ') })
}

/** Where the money goes, what the customer gets, and what the sale is for the agent. */
export function PreviewedSale({ preview }: { preview: Preview }) {
  const { t } = useTranslation('agents')
  const money = useMoney()
  const { cubicMetres } = useFormat()
  const lastToken = useLastToken()
  const { amountMinor, deductions, billsMinor, restMinor, litres, meter, commissionMinor, availableMinor, leftMinor } = preview
  const parts = [
    ...deductions.map((part) => `${money(part.amountMinor)} ${part.name}`),
    billsMinor > 0 && t('desk.part.bills', { amount: money(billsMinor) }),
    restMinor > 0 &&
      t(litres === null ? 'desk.part.balance' : 'desk.part.water', { amount: money(restMinor), volume: cubicMetres(litres ?? 0) }),
  ]
  return (
    <Stack gap={4} className="nf-panel nf-figures" p="sm" role="status">
      {meter && (
        <>
          <Text fw={600}>{t('desk.meter', { meterNo: meter.meterNo, panLastFour: meter.panLastFour })}</Text>
          <Text size="sm" c="dimmed">
            {lastToken(meter)}
          </Text>
        </>
      )}
      <Text size="sm">{t('desk.of', { amount: money(amountMinor), parts: parts.filter(Boolean).join(', ') })}</Text>
      <Text size="sm">
        {t('desk.brings', { commission: money(commissionMinor), before: money(availableMinor), left: money(leftMinor) })}
      </Text>
    </Stack>
  )
}
