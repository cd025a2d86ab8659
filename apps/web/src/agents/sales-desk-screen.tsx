import { Stack } from '@mantine/core'
import type { DeskCustomer, DeskSale } from '@nightflow/schemas/agents/agent-desk-calls'
import { deskSell } from '@nightflow/schemas/agents/agent-desk-calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CustomerSearch } from '#agents/customer-search.tsx'
import { FloatFigures } from '#agents/float-figures.tsx'
import { LatestSales } from '#agents/latest-sales.tsx'
import { SaleForm } from '#agents/sale-form.tsx'
import { SoldSale } from '#agents/sold-sale.tsx'
import { Page } from '#ui/page.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** The home of an agent: the float, a customer, a sale, and the latest sales. */
export function SalesDeskScreen(_: ScreenProps<Record<never, never>>) {
  const { t } = useTranslation('agents')
  const mayDo = useMayDo()
  const [customer, setCustomer] = useState<DeskCustomer>()
  const [sold, setSold] = useState<DeskSale>()
  const again = () => {
    setSold(undefined)
    setCustomer(undefined)
  }
  return (
    <Page title={t('desk.title')} subtitle={t('desk.subtitle')}>
      <Stack gap="md">
        <FloatFigures />
        {mayDo(deskSell) && (
          <Stack maw={640} gap="sm">
            {sold ? (
              <SoldSale sale={sold} onAgain={again} />
            ) : customer ? (
              <SaleForm key={customer.accountNo} customer={customer} onOther={() => setCustomer(undefined)} onSold={setSold} />
            ) : (
              <CustomerSearch onPick={setCustomer} />
            )}
          </Stack>
        )}
        <LatestSales onShow={setSold} />
      </Stack>
    </Page>
  )
}
