import { Stack, Tabs } from '@mantine/core'
import { decodeToken } from '@nightflow/schemas/prepaid/token-calls'
import { useTranslation } from 'react-i18next'
import { DecodeDesk } from '#prepaid/decode-desk.tsx'
import { SaleDesk } from '#prepaid/sale-desk.tsx'
import { Page } from '#ui/page.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** The desk: a token is sold, or twenty digits are read. */
export function TokenDeskScreen(_: ScreenProps<Record<never, never>>) {
  const { t } = useTranslation('prepaid')
  const mayDo = useMayDo()
  return (
    <Page title={t('desk.title')} subtitle={t('desk.subtitle')}>
      <Tabs defaultValue="sell" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="sell">{t('desk.sell')}</Tabs.Tab>
          {mayDo(decodeToken) && <Tabs.Tab value="decode">{t('desk.decode')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="sell" pt="md">
          <Stack maw={640}>
            <SaleDesk />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="decode" pt="md">
          <Stack maw={640}>
            <DecodeDesk />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
