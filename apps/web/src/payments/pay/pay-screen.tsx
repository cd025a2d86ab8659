import { Loader } from '@mantine/core'
import { openPayPage, type PayAccount } from '@nightflow/schemas/payments/pay-page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuietly } from '#api/call-quietly.ts'
import { AccountForm } from '#payments/pay/account-form.tsx'
import { AccountView } from '#payments/pay/account-view.tsx'
import { OrderView } from '#payments/pay/order-view.tsx'
import { forgetAccount, keepAccount, keptAccount, orderAddress, readFragment } from '#payments/pay/pay-address.ts'
import { PayFrame } from '#payments/pay/pay-frame.tsx'
import type { TokensOf } from '#payments/pay/pay-receipt.tsx'

type Props = {
  tenant: string
  hash: string
  /** Goes to another address of the page; `/pay/<tenant>` where it is left out. */
  onAddress: (address: string) => void
  tokensOf: TokensOf
}

/** The public page: an order by its identifier, an account by its code, or the form that asks for both. */
export function PayScreen({ tenant, hash, onAddress, tokensOf }: Props) {
  const { t } = useTranslation('pay')
  const { order, accountNo, code } = readFragment(hash)
  const [opened, setOpened] = useState<{ account: PayAccount; tenant: string } | null>(null)
  const [placed, setPlaced] = useState('')
  const known = accountNo && code ? { tenant, accountNo, code } : keptAccount(tenant)
  const [isLeft, setLeft] = useState(false)
  const account = useQuery({
    queryKey: ['pay-account', known],
    queryFn: async () => {
      const found = await callQuietly(openPayPage, known!)
      keepAccount(known!)
      return found
    },
    enabled: order === '' && known !== undefined && opened === null && !isLeft,
    meta: { isQuiet: true },
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  })
  if (order !== '') {
    const other = () => {
      setOpened(null)
      onAddress(`/pay/${tenant}`)
    }
    return <OrderView tenant={tenant} orderId={order} isJustPlaced={placed === order} tokensOf={tokensOf} onOther={other} />
  }
  const shown = opened ?? (account.data && !isLeft ? { account: account.data, tenant } : null)
  if (shown)
    return (
      <AccountView
        account={shown.account}
        onPlaced={(orderId) => {
          setPlaced(orderId)
          onAddress(orderAddress(shown.tenant, orderId))
        }}
        onLeave={() => {
          forgetAccount()
          setOpened(null)
          setLeft(true)
          onAddress(`/pay/${shown.tenant}`)
        }}
      />
    )
  if (account.isFetching)
    return (
      <PayFrame title={t('form.title')}>
        <Loader aria-label={t('order.loading')} />
      </PayFrame>
    )
  return (
    <AccountForm
      initial={{ tenant, accountNo, code: '' }}
      failure={account.error}
      onOpened={(found, typed) => {
        setOpened({ account: found, tenant: typed.tenant })
        setLeft(false)
      }}
    />
  )
}
