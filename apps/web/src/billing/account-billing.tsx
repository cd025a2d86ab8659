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
import { AccountItems } from '#billing/charging-items.tsx'
import { FormerHolders } from '#billing/former-holders.tsx'
import { StatementTool } from '#billing/statement-tool.tsx'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Figure, Figures } from '#ui/figure.tsx'
import { InstantText } from '#ui/instant.tsx'
import { addDays } from '#ui/local-days.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
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

/** What an account has and owes, with its latest bills and transactions. Left out for people who may not see bills. */
export function AccountBilling({ accountNo }: { accountNo: string }) {
  const mayDo = useMayDo()
  return mayDo(accountBilling) && <Shown accountNo={accountNo} />
}

function Shown({ accountNo }: { accountNo: string }) {
  const billing = useQuery({
    queryKey: ['account', accountNo, 'billing'],
    queryFn: ({ signal }) => call(accountBilling, { accountNo }, signal),
  })
  if (billing.isError) return <ErrorState error={billing.error} onRetry={() => billing.refetch()} compact />
  if (!billing.data) return <ChartSkeleton height={260} />
  const { bills, transactions, instalments, debts } = billing.data
  return (
    <>
      <MoneyFigures billing={billing.data} accountNo={accountNo} />
      <FormerHolders holders={billing.data.formerHolders} accountNo={accountNo} />
      <Bills bills={bills} accountNo={accountNo} />
      {(instalments.length > 0 || (debts ?? []).length > 0) && <Repayment billing={billing.data} accountNo={accountNo} />}
      <Surcharges accountNo={accountNo} />
      {transactions && transactions.length > 0 && <Transactions transactions={transactions} accountNo={accountNo} />}
    </>
  )
}

function MoneyFigures({ billing, accountNo }: { billing: Billing; accountNo: string }) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { day } = useFormat()
  const { balanceMinor, openMinor, debtsMinor } = billing.money
  const { overdueMinor, nextDue } = billing
  const next = nextDue && t('account.nextDue', { amount: money(nextDue.amountMinor), day: day(nextDue.dueOn) })
  return (
    <Figures
      count={4}
      head={
        <Group justify="space-between" w="100%">
          <Text component="h2" className="nf-panel-title">
            {t('account.title')}
          </Text>
          <StatementTool accountNo={accountNo} />
        </Group>
      }
    >
      <Figure label={t('account.balance')} value={money(balanceMinor)} hint={t('account.balanceHint')} />
      <Figure label={t('account.open')} value={money(openMinor)} comparison={next} />
      <Figure label={t('account.overdue')} value={money(overdueMinor)} />
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
  const { day } = useFormat()
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
            cell: ({ periodFrom, periodTo }) => `${day(periodFrom)} – ${day(addDays(periodTo, -1))}`,
          },
          { head: words.field('status'), cell: ({ status }) => words.word('status', status).label },
          { head: words.field('dueOn'), cell: ({ dueOn }) => day(dueOn) },
          { head: words.field('totalMinor'), cell: ({ totalMinor }) => money(totalMinor) },
          { head: words.field('openMinor'), cell: ({ openMinor }) => money(openMinor) },
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
            { head: t('account.planned'), cell: ({ plannedMinor }) => money(plannedMinor) },
            { head: t('bill.field.openMinor'), cell: ({ openMinor }) => money(openMinor) },
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
            { head: t('field.residualMinor'), cell: ({ residualMinor }) => money(residualMinor) },
            { head: t('field.remainingDeductions'), cell: ({ remainingDeductions }) => remainingDeductions ?? '–' },
          ]}
        />
      )}
    </Part>
  )
}

/** What is taken from payments beside debts. Left out where nothing is, and for people who may not see it. */
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
          { head: t('account.time'), cell: ({ createTime }) => <InstantText at={createTime} timeZone={timeZone} /> },
          { head: words.field('kind'), cell: ({ kind }) => words.word('kind', kind).label },
          { head: words.field('amountMinor'), cell: ({ amountMinor }) => money(amountMinor) },
          { head: words.field('owedMinor'), cell: ({ owedMinor }) => money(owedMinor) },
        ]}
      />
    </Part>
  )
}
