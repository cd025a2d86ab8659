import { Button, Group, Stack, Text } from '@mantine/core'
import { accountAtCounter } from '@nightflow/schemas/billing/counter'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { hundredths, PayMethod } from '@nightflow/schemas/billing/money'
import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { OpenBillChoice } from '#billing/open-bill-choice.tsx'
import { PaymentAllocation } from '#billing/payment-allocation.tsx'
import { ReceiptMenu } from '#billing/receipt-menu.tsx'
import { usePaymentSources } from '#billing/use-item-columns.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { AccountSearch } from '#ui/form/account-search.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, FieldValue } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { dayOf } from '#ui/local-days.ts'
import { newOperationId } from '#ui/operation-id.ts'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { minorPerUnit, useCurrency, useMoney } from '#ui/use-money.ts'

const { create, list } = resourceCalls.payments
type AtCounter = ResponseOf<typeof accountAtCounter>
type Received = { paymentNo: number; amountMinor: number; accountNo: string; contractNo: number }
type DialogProps = { accountNo?: string | undefined; contractNo?: number | undefined; isRecharge?: boolean; onClose: () => void }

/** Finds the account of a payer, receives an amount for the bills that are chosen, and hands out the receipt. */
export function ReceivePaymentDialog({ accountNo: given, contractNo, isRecharge = false, onClose }: DialogProps) {
  const { t } = useTranslation('billing')
  const [accountNo, setAccountNo] = useState(given)
  const [received, setReceived] = useState<Received>()
  const again = () => {
    setReceived(undefined)
    setAccountNo(undefined)
  }
  const title = received ? t('payment.received', { receipt: received.paymentNo }) : t(isRecharge ? 'recharge.create' : 'payment.create')
  return (
    <FormDialog title={title} onClose={onClose} size={640}>
      {received ? (
        <Done received={received} onAgain={again} onClose={onClose} />
      ) : accountNo === undefined ? (
        <AccountSearch onPick={setAccountNo} />
      ) : (
        <OfAccount
          key={accountNo}
          accountNo={accountNo}
          contractNo={accountNo === given ? contractNo : undefined}
          isRecharge={isRecharge}
          onOther={() => setAccountNo(undefined)}
          onReceived={setReceived}
          onClose={onClose}
        />
      )}
    </FormDialog>
  )
}

const counterQuery = (accountNo: string, contractNo: number | undefined) => ({
  queryKey: ['account', accountNo, 'counter', contractNo ?? null],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(accountAtCounter, { accountNo, contractNo }, signal),
})

type OfAccountProps = {
  accountNo: string
  contractNo: number | undefined
  isRecharge: boolean
  onOther: () => void
  onReceived: (received: Received) => void
  onClose: () => void
}

function OfAccount({ accountNo, contractNo, onOther, ...rest }: OfAccountProps) {
  const account = useQuery({ ...counterQuery(accountNo, contractNo), staleTime: 0, gcTime: 0 })
  if (account.isError) return <ErrorState error={account.error} onRetry={() => account.refetch()} compact />
  if (!account.data) return <ChartSkeleton height={260} />
  return (
    <Stack gap="sm">
      <Payer account={account.data} onOther={onOther} />
      <PaymentForm account={account.data} {...rest} />
    </Stack>
  )
}

type PaymentFormProps = { account: AtCounter } & Pick<OfAccountProps, 'isRecharge' | 'onReceived' | 'onClose'>

/** Payer, debt, and the day since when it is due. */
function Payer({ account, onOther }: { account: AtCounter; onOther: () => void }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day } = useFormat()
  const { timeZone } = useSession()
  const today = dayOf(Date.now(), timeZone)
  const { accountNo, customerName, address, money: has, owedSince, overdueMinor } = account
  const facts = [
    owedSince === null
      ? t('payment.counter.nothingOwed')
      : t(`payment.counter.${owedSince < today ? 'owedSince' : 'owedBy'}`, { amount: money(has.openMinor), day: day(owedSince) }),
    overdueMinor > 0 && t('payment.counter.overdue', { amount: money(overdueMinor) }),
    has.balanceMinor !== 0 && t('payment.counter.balance', { amount: money(has.balanceMinor) }),
    has.debtsMinor > 0 && t('payment.counter.debts', { amount: money(has.debtsMinor) }),
  ]
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" className="nf-panel" p="sm">
      <div>
        <Text fw={600}>
          {customerName ?? accountNo} <span className="nf-dimmed nf-figures">{accountNo}</span>
        </Text>
        {address && <Text size="sm">{address}</Text>}
        <Text size="sm" className="nf-figures">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Button size="compact-xs" variant="default" flex="none" onClick={onOther}>
        {t('payment.counter.other')}
      </Button>
    </Group>
  )
}

function PaymentForm({ account, isRecharge, onReceived, onClose }: PaymentFormProps) {
  const { t } = useTranslation('billing')
  const { accountNo, contractNo, bills, proposedMinor } = account
  const money = useMoney()
  const client = useQueryClient()
  const unit = useCurrency()
  // It stays while the dialog is open, so that another try after a failure takes no second payment.
  const [paymentId] = useState(newOperationId)
  const [chosen, setChosen] = useState<readonly string[]>(bills.map(({ billId }) => billId))
  const [typed, setTyped] = useState<Readonly<Record<string, FieldValue>>>({})
  const openMinor = bills.reduce((sum, bill) => sum + bill.openMinor, 0)
  const chosenMinor = bills.reduce((sum, bill) => sum + (chosen.includes(bill.billId) ? bill.openMinor : 0), 0)
  const isAll = chosen.length === bills.length
  const proposed = isAll ? proposedMinor : chosenMinor
  const amountMinor = hundredths(Number(typed.amount ?? proposed / minorPerUnit)) || 0
  const sources = usePaymentSources()
  const { method } = useDictionaries({ method: 'counter_method' })
  const optionLabels = Object.fromEntries([...(method ?? [])].map(([value, { label }]) => [value, label]))
  const first = isRecharge ? PaymentSource.enum.recharge : PaymentSource.enum.bill
  const source = typed.source === undefined ? first : PaymentSource.parse(typed.source)
  const billIds = isAll ? {} : { billIds: [...chosen] }
  const fields: readonly FieldChoice[] = [
    { name: 'amount', label: t('field.amount'), unit, isHalf: true },
    { name: 'source', label: t('field.source'), optionLabels: sources, isHalf: true },
    { name: 'payMethod', label: t('payment.field.payMethod'), optionLabels, isHalf: true },
    { name: 'reference', label: t('payment.field.reference'), isHalf: true },
    { name: 'remark', label: t('field.remark') },
  ]
  return (
    <>
      {bills.length > 0 && <OpenBillChoice bills={bills} chosen={chosen} onChoose={setChosen} />}
      <CommandForm
        schema={create.request.pick({ amount: true, source: true, payMethod: true, reference: true, remark: true })}
        fields={fields}
        initial={{ payMethod: PayMethod.enum.cash, source: first }}
        proposed={proposed > 0 ? { amount: proposed / minorPerUnit } : {}}
        submitLabel={amountMinor > 0 ? t('payment.receive', { amount: money(amountMinor) }) : t('payment.create')}
        onCancel={onClose}
        doneText={null}
        onTyped={setTyped}
        onSubmit={async (asked) => {
          const { paymentNo } = await call(create, { ...asked, accountNo, contractNo, paymentId, ...billIds })
          for (const queryKey of [
            [list.path],
            [resourceCalls.recharges.list.path],
            [resourceCalls.bills.list.path],
            ['account', accountNo],
          ])
            await client.invalidateQueries({ queryKey })
          onReceived({ paymentNo, amountMinor: hundredths(asked.amount), accountNo, contractNo })
        }}
      >
        <PaymentAllocation
          openMinor={openMinor}
          asked={{ accountNo, contractNo, amount: amountMinor / minorPerUnit, source, purchasedLitres: 0, ...billIds }}
        />
      </CommandForm>
    </>
  )
}

/** Amount received, amount left, and the receipt. */
function Done({ received, onAgain, onClose }: { received: Received; onAgain: () => void; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const shared = useTranslation('shared').t
  const money = useMoney()
  const { accountNo, contractNo, amountMinor, paymentNo } = received
  const { data } = useQuery(counterQuery(accountNo, contractNo))
  const left =
    data && (data.money.openMinor > 0 ? t('payment.counter.leaves', { amount: money(data.money.openMinor) }) : t('payment.counter.settles'))
  return (
    <Stack gap="sm">
      <Text size="sm" role="status" className="nf-figures">
        {t('payment.counter.took', { amount: money(amountMinor), name: data?.customerName ?? accountNo })} {left}
      </Text>
      <ScreenLink screen="customers/account" params={{ accountNo }} className="nf-link nf-small">
        {t('payment.counter.account', { accountNo })}
      </ScreenLink>
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onClose}>
          {shared('action.close')}
        </Button>
        <Button size="xs" variant="default" onClick={onAgain}>
          {t('payment.counter.again')}
        </Button>
        <ReceiptMenu payment={{ paymentNo, accountNo, status: PaymentStatus.enum.received }} />
      </Group>
    </Stack>
  )
}
