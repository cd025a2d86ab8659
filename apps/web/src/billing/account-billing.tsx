import { Group, Text } from '@mantine/core'
import { accountBilling, type InstalmentDay, type LatestBill, type LatestTransaction } from '@nightflow/schemas/billing/account-money'
import { findAccountCharges } from '@nightflow/schemas/billing/surcharge-calls'
import { resources } from '@nightflow/schemas/resources'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { exactly } from '@nightflow/schemas/shared/resource'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { AccountBurnDown } from '#billing/account-burn-down.tsx'
import { BillComparisonTool } from '#billing/bill-comparison.tsx'
import { AccountItems } from '#billing/charging-items.tsx'
import { FormerHolders } from '#billing/former-holders.tsx'
import { ReceivePaymentTool } from '#billing/receive-payment-tool.tsx'
import { StatementTool } from '#billing/statement-tool.tsx'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Figure, Figures } from '#ui/figure.tsx'
import { InstantText } from '#ui/instant.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

const litresPerCubicMetre = 1_000

type Billing = ResponseOf<typeof accountBilling>

const wordsOf = (resource: { name: string; dictionaries: Readonly<Record<string, string>> }) => ({
  ...{ texts: 'billing', name: resource.name, calls: { dictionaries: resource.dictionaries } },
})
const [billWords, transactionWords] = [wordsOf(resources.bills), wordsOf(resources.transactions)]

const billingQuery = (accountNo: string) => ({
  queryKey: ['account', accountNo, 'billing'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(accountBilling, { accountNo }, signal),
})

/** Undefined while it is not known, and for people who may not see bills. */
function useBilling(accountNo: string) {
  const mayDo = useMayDo()
  const billing = useQuery({ ...billingQuery(accountNo), enabled: mayDo(accountBilling) })
  return { ...billing, isSeen: mayDo(accountBilling) }
}

/** Balance, debts and next due date of an account: the head of its page. Left out for people who may not see bills. */
export function AccountMoney({ accountNo }: { accountNo: string }) {
  const billing = useBilling(accountNo)
  if (!billing.isSeen) return null
  if (billing.isError) return <ErrorState error={billing.error} onRetry={() => billing.refetch()} compact />
  if (!billing.data) return <ChartSkeleton height={90} />
  return <MoneyFigures billing={billing.data} />
}

/** Money is received, a bill is explained, a statement is printed: what a customer at the counter asks for. */
export function AccountMoneyTools({ accountNo }: { accountNo: string }) {
  const latest = useBilling(accountNo).data?.bills[0]
  return (
    <>
      <ReceivePaymentTool accountNo={accountNo} />
      {latest && <BillComparisonTool billNo={latest.billNo} />}
      <StatementTool accountNo={accountNo} />
    </>
  )
}

/** The latest bills of an account alone. */
export function AccountBills({ accountNo }: { accountNo: string }) {
  const { data } = useBilling(accountNo)
  return data ? <Bills bills={data.bills} accountNo={accountNo} /> : null
}

/** The latest bills and transactions of an account, and how it repays. */
export function AccountBilling({ accountNo }: { accountNo: string }) {
  const { data } = useBilling(accountNo)
  if (!data) return null
  const { bills, transactions, instalments, debts, formerHolders } = data
  return (
    <>
      <FormerHolders holders={formerHolders} accountNo={accountNo} />
      <AccountBurnDown accountNo={accountNo} />
      <Bills bills={bills} accountNo={accountNo} />
      {transactions && transactions.length > 0 && <Transactions transactions={transactions} accountNo={accountNo} />}
      {(instalments.length > 0 || (debts ?? []).length > 0) && <Repayment billing={data} accountNo={accountNo} />}
      <Surcharges accountNo={accountNo} />
    </>
  )
}

function MoneyFigures({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day } = useFormat()
  const { balanceMinor, openMinor, debtsMinor } = billing.money
  const { overdueMinor, nextDue } = billing
  const overdue = overdueMinor > 0 && <StatusBadge meaning="alarm" label={t('account.overdueOf', { amount: money(overdueMinor) })} />
  return (
    <Figures count={4}>
      <Figure label={t('account.balance')} value={money(balanceMinor)} hint={t('account.balanceHint')} />
      <Figure label={t('account.open')} value={money(openMinor)} status={overdue} />
      <Figure
        label={t('account.next')}
        value={nextDue ? money(nextDue.amountMinor) : money(0)}
        comparison={nextDue ? t('account.nextOn', { day: day(nextDue.dueOn) }) : t('account.nothingNext')}
      />
      <Figure label={t('account.debts')} value={money(debtsMinor)} hint={t('account.debtsHint')} />
    </Figures>
  )
}

/** A part of the account page: a title with the way to the whole list. */
function Part({ title, all, children }: { title: string; all?: ReactNode; children: ReactNode }) {
  return (
    <section className="nf-panel" aria-label={title}>
      <Group justify="space-between" px="sm" py={6} className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {title}
        </Text>
        {all}
      </Group>
      {children}
    </section>
  )
}

function Bills({ bills, accountNo }: { bills: readonly LatestBill[]; accountNo: string }) {
  const { t } = useTranslation('billing')
  const words = useResourceWords(billWords)
  const money = useMoney()
  const { day, period } = useFormat()
  if (bills.length === 0)
    return (
      <Part title={t('account.bills')}>
        <EmptyState icon={IconReceipt} title={t('account.noBills')} text={t('account.noBillsText')} />
      </Part>
    )
  return (
    <Part title={t('account.bills')} all={<ListLink screen="billing/bills" accountNo={accountNo} label={t('account.allBills')} />}>
      <FigureTable<LatestBill>
        minWidth={520}
        rows={bills}
        keyOf={({ billNo }) => String(billNo)}
        columns={[
          {
            head: t('account.period'),
            cell: ({ billNo, periodFrom, periodTo }) => (
              <ScreenLink screen="billing/bills" search={{ accountNo: exactly(accountNo), row: billNo }} className="nf-link">
                {period(periodFrom, periodTo)}
              </ScreenLink>
            ),
          },
          { head: words.field('totalMinor'), isNumber: true, cell: ({ totalMinor }) => money(totalMinor) },
          { head: words.field('openMinor'), isNumber: true, cell: ({ openMinor }) => money(openMinor) },
          { head: words.field('status'), cell: ({ status }) => words.word('status', status).label },
          { head: words.field('dueOn'), cell: ({ dueOn }) => day(dueOn) },
        ]}
      />
    </Part>
  )
}

const ListLink = ({ screen, accountNo, label }: { screen: string; accountNo: string; label: string }) => (
  <ScreenLink screen={screen} search={{ accountNo: exactly(accountNo) }} className="nf-link nf-small">
    {label}
  </ScreenLink>
)

/** Instalments of bills by day, and debts with the deductions that remain. */
function Repayment({ billing: { instalments, debts }, accountNo }: { billing: Billing; accountNo: string }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day } = useFormat()
  return (
    <Part
      title={t('account.repayment')}
      all={(debts ?? []).length > 0 && <ListLink screen="billing/debts" accountNo={accountNo} label={t('account.allDebts')} />}
    >
      {instalments.length > 0 && (
        <FigureTable<InstalmentDay>
          minWidth={360}
          caption={t('account.instalments')}
          rows={instalments}
          keyOf={({ dueOn }) => dueOn}
          columns={[
            { head: t('bill.field.dueOn'), cell: ({ dueOn }) => day(dueOn) },
            { head: t('account.planned'), isNumber: true, cell: ({ plannedMinor }) => money(plannedMinor) },
            { head: t('bill.field.openMinor'), isNumber: true, cell: ({ openMinor }) => money(openMinor) },
          ]}
        />
      )}
      {debts && debts.length > 0 && (
        <FigureTable<(typeof debts)[number]>
          minWidth={360}
          caption={t('account.debts')}
          rows={debts}
          keyOf={({ debtNo }) => String(debtNo)}
          columns={[
            { head: t('field.feeName'), cell: ({ feeName }) => feeName },
            { head: t('field.residualMinor'), isNumber: true, cell: ({ residualMinor }) => money(residualMinor) },
            { head: t('field.remainingDeductions'), isNumber: true, cell: ({ remainingDeductions }) => remainingDeductions ?? '–' },
          ]}
        />
      )}
    </Part>
  )
}

/** Surcharges that are taken from payments beside debts. Left out where there are none, and for people who may not see it. */
function Surcharges({ accountNo }: { accountNo: string }) {
  const { t } = useTranslation('billing')
  const { number } = useFormat()
  const mayDo = useMayDo()
  const charges = useQuery({
    queryKey: ['account', accountNo, 'charges'],
    queryFn: ({ signal }) => call(findAccountCharges, { accountNo }, signal),
    enabled: mayDo(findAccountCharges),
  })
  if (charges.isError) return <ErrorState error={charges.error} onRetry={() => charges.refetch()} compact />
  if (!charges.data || (charges.data.scheme === null && charges.data.items.length === 0)) return null
  const { scheme, items, cumulativeLitres } = charges.data
  const facts = [
    scheme === null ? t('account.noScheme') : t('account.scheme', { scheme: scheme.schemeName }),
    t('account.purchased', { volume: number(cumulativeLitres / litresPerCubicMetre, 3) }),
  ]
  return (
    <Part
      title={t('account.surcharges')}
      all={<ListLink screen="billing/personal-surcharges" accountNo={accountNo} label={t('account.allPersonal')} />}
    >
      <Text size="sm" c="dimmed" px="sm" py={6}>
        {facts.join(' · ')}
      </Text>
      <AccountItems items={items} />
    </Part>
  )
}

function Transactions({ transactions, accountNo }: { transactions: readonly LatestTransaction[]; accountNo: string }) {
  const { t } = useTranslation('billing')
  const words = useResourceWords(transactionWords)
  const money = useMoney()
  const { timeZone } = useSession()
  return (
    <Part
      title={t('account.transactions')}
      all={<ListLink screen="billing/transactions" accountNo={accountNo} label={t('account.allTransactions')} />}
    >
      <FigureTable<LatestTransaction>
        minWidth={480}
        rows={transactions}
        keyOf={({ transactionNo }) => String(transactionNo)}
        columns={[
          {
            head: words.field('kind'),
            cell: (transaction) => (
              <TransactionLink {...transaction} accountNo={accountNo} label={words.word('kind', transaction.kind).label} />
            ),
          },
          { head: words.field('amountMinor'), isNumber: true, cell: ({ amountMinor }) => money(amountMinor) },
          { head: words.field('owedMinor'), isNumber: true, cell: ({ owedMinor }) => money(owedMinor) },
          { head: t('account.time'), cell: ({ createTime }) => <InstantText at={createTime} timeZone={timeZone} /> },
        ]}
      />
    </Part>
  )
}

/** To the bill or the payment that a transaction is about, otherwise to the transactions of the account. */
function TransactionLink({ billNo, paymentNo, accountNo, label }: LatestTransaction & { accountNo: string; label: string }) {
  const of = { accountNo: exactly(accountNo) }
  const [screen, row] =
    billNo !== null ? ['billing/bills', billNo] : paymentNo !== null ? ['billing/payments', paymentNo] : ['billing/transactions']
  return (
    <ScreenLink screen={screen} search={{ ...of, ...(row !== undefined && { row }) }} className="nf-link">
      {label}
    </ScreenLink>
  )
}
