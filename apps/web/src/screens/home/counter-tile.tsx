import { Button, Group, Text } from '@mantine/core'
import { IconCash, IconUserPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#api/lazy-part.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { LateAccountSearch } from '#ui/form/late-account-search.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import type { TileProps } from './tile-props.ts'

const ReceivePaymentDialog = lazyPart(async () => (await import('#billing/receive-payment-dialog.tsx')).ReceivePaymentDialog)
const OpenAccountDialog = lazyPart(async () => (await import('#customers/open-account-tool.tsx')).OpenAccountDialog)

/** A customer at the counter: found by any word, and the two things that most of them come for. */
export function CounterTile({ isComplete }: TileProps) {
  const { t } = useTranslation('dashboard')
  const openScreen = useOpenScreen()
  const mayDo = useMayDo()
  const [open, setOpen] = useState<'payment' | 'account'>()
  const close = () => setOpen(undefined)
  return (
    <section className="nf-panel nf-board-panel nf-home-counter" aria-label={t('home.counter')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.counter')}
      </Text>
      <div className="nf-home-search">
        <LateAccountSearch isWanted={isComplete} onPick={(accountNo) => openScreen('customers/account', { params: { accountNo } })} />
      </div>
      <Group gap="xs">
        {mayDo({ permission: 'billing:payment:add' }) && (
          <Button size="xs" leftSection={<IconCash size={14} aria-hidden />} onClick={() => setOpen('payment')}>
            {t('shared:find.command.receivePayment')}
          </Button>
        )}
        {mayDo({ permission: 'customers:account:add' }) && (
          <Button size="xs" variant="default" leftSection={<IconUserPlus size={14} aria-hidden />} onClick={() => setOpen('account')}>
            {t('shared:find.command.openAccount')}
          </Button>
        )}
      </Group>
      <Suspense>
        {open === 'payment' && <ReceivePaymentDialog onClose={close} />}
        {open === 'account' && <OpenAccountDialog onClose={close} />}
      </Suspense>
    </section>
  )
}
