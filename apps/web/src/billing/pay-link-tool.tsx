import { Anchor, Button, Popover, Stack, Text } from '@mantine/core'
import { findPayLink } from '@nightflow/schemas/payments/pay-page'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Where the holder of a bill pays it without signing in, as it is printed on the bill. Left out where no platform is offered. */
export function PayLinkTool({ accountNo }: { accountNo: string }) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const { data } = useQuery({
    queryKey: [findPayLink.path, accountNo],
    queryFn: ({ signal }) => call(findPayLink, { accountNo }, signal),
    enabled: mayDo(findPayLink),
  })
  const link = data?.link
  if (!link) return null
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconQrcode size={14} aria-hidden />}>
          {t('bill.payLink.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw={320}>
        <Stack gap="xs">
          <Text size="sm">{t('bill.payLink.what')}</Text>
          <QrCode text={link.address} label={t('bill.payLink.qr')} size={180} />
          <Anchor href={link.address} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {link.page}
          </Anchor>
          <Text size="sm">{t('bill.payLink.code', { accountNo, code: link.code })}</Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
