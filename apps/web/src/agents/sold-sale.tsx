import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type DeskSale, deskReceipt, deskSale } from '@nightflow/schemas/agents/agent-desk-calls'
import { SaleKind, SaleStatus } from '@nightflow/schemas/agents/agent-money'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deskKey } from '#agents/desk-queries.ts'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { TokenDigits } from '#ui/token-digits.tsx'
import { useMoney } from '#ui/use-money.ts'

const statuses = SaleStatus.enum
const againMilliseconds = 3_000

const isOpen = ({ kind, status, tokens }: DeskSale): boolean =>
  status === statuses.reserved || (kind === SaleKind.enum.token && status === statuses.sold && tokens.length === 0)

/** The outcome of a sale: its tokens and its receipt, that it is on its way, or that nothing was sold. */
export function SoldSale({ sale: first, onAgain }: { sale: DeskSale; onAgain: () => void }) {
  const { t } = useTranslation('agents')
  const money = useMoney()
  const { saleId } = first
  const { data: sale = first } = useQuery({
    queryKey: [...deskKey, 'sale', saleId],
    queryFn: ({ signal }) => call(deskSale, { saleId }, signal),
    initialData: first,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? againMilliseconds : false),
  })
  const { status, accountNo, amountMinor, commissionMinor, tokens, saleNo } = sale
  const isSold = status === statuses.sold
  return (
    <Stack gap="md">
      {isOpen(sale) ? (
        <Alert role="status">{t('desk.onItsWay')}</Alert>
      ) : isSold ? (
        <Text role="status" className="nf-figures">
          {t('desk.sold', { amount: money(amountMinor), accountNo, commission: money(commissionMinor) })}
        </Text>
      ) : (
        <Alert color="yellow" role="status">
          {t(status === statuses.reversed ? 'desk.reversed' : 'desk.notSold')}
        </Alert>
      )}
      <TokenDigits tokens={tokens} />
      <Group>
        {isSold && !isOpen(sale) && (
          <LanguageMenu
            label={t('desk.receipt')}
            icon={IconReceipt}
            onChoose={(language) => download(deskReceipt, { saleNo, language }, `${accountNo}-${saleNo}.pdf`)}
          />
        )}
        <Button size="xs" variant="default" onClick={onAgain}>
          {t('desk.again')}
        </Button>
      </Group>
    </Stack>
  )
}
