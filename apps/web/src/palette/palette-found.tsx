import { findBills } from '@nightflow/schemas/billing/find-bills'
import { findAccounts } from '@nightflow/schemas/customers/find-accounts'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { listWalkBys } from '@nightflow/schemas/metering/walk-by'
import { resources } from '@nightflow/schemas/resources'
import { exactly } from '@nightflow/schemas/shared/resource'
import { IconCash, IconDroplet, IconGauge, IconReceipt, IconRoute, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { useMay } from '#session/session-query.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'
import { ranked, rankOf } from './palette-rank.ts'
import type { Recent } from './palette-recent.ts'

const shownMax = 8

/** Something that the palette opens: how well it answers what was typed, and where it is. */
export type Found = Recent & { rank: number; icon: ReactNode }
type FoundGroup = { group: string; found: readonly Found[] }

const iconOf = (Icon: typeof IconUser) => <Icon size={18} aria-hidden />
/** An answer of the server counts although the browser would not find it, such as by two words. */
const foundByServer = 3
const rankAmong = (texts: readonly (string | null)[], wanted: string): number =>
  Math.min(foundByServer, ...texts.map((text) => (text === null ? foundByServer : rankOf(text, wanted))))

/** Customers, meters, bills, payments, rounds and partitions by any word, each kind for people who may see it. */
export function useFound(search: string): { groups: FoundGroup[]; isSearching: boolean } {
  const { t } = useTranslation('shared')
  const accounts = useFoundAccountsOf(search)
  const meters = useFoundMeters(search)
  const money = useFoundMoney(search)
  const rounds = useFoundRounds(search)
  const partitions = useFoundPartitions(search)
  return {
    groups: [
      { group: t('find.customers'), found: accounts.found },
      { group: t('find.meters'), found: meters.found },
      { group: t('find.money'), found: money.found },
      { group: t('find.rounds'), found: rounds.found },
      { group: t('find.partitions'), found: partitions },
    ],
    isSearching: [accounts, meters, money, rounds].some(({ isSearching }) => isSearching),
  }
}

/** Asks the server once the typing has paused; nothing for people who may not. */
function useAnswer<Answer>(name: string, search: string, isAsked: boolean, ask: (signal: AbortSignal) => Promise<Answer>) {
  const answer = useQuery({
    queryKey: ['find', name, search],
    queryFn: ({ signal }) => ask(signal),
    enabled: isAsked && search !== '',
    placeholderData: keepPreviousData,
  })
  return { data: search === '' ? undefined : answer.data, isSearching: answer.isFetching }
}

function useFoundAccountsOf(search: string) {
  const money = useMoney()
  const { t } = useTranslation('shared')
  const { data, isSearching } = useAnswer('accounts', search, useMayDo()(findAccounts), (signal) => call(findAccounts, { search }, signal))
  const found = (data?.accounts ?? []).map(({ accountNo, customerName, address, meterNo, telephone, openMinor }): Found => {
    const owes = openMinor !== null && openMinor > 0 && t('find.owes', { amount: money(openMinor) })
    return {
      id: `account-${accountNo}`,
      label: customerName ?? accountNo,
      description: [accountNo, address, owes].filter(Boolean).join(' · '),
      ...{ screen: 'customers/account', params: { accountNo } },
      ...{ icon: iconOf(IconUser), rank: rankAmong([accountNo, customerName, meterNo, telephone], search) },
    }
  })
  return { found, isSearching }
}

function useFoundMeters(search: string) {
  const { t } = useTranslation('shared')
  const { data, isSearching } = useAnswer('meters', search, useMayDo()(listMeters), (signal) =>
    call(listMeters, { search, limit: shownMax }, signal),
  )
  const found = ranked(data?.rows ?? [], search, {
    names: ({ number, name }) => [number, name ?? ''],
    beside: ({ address }) => [address ?? ''],
  }).map(
    ({ thing: { number, name, address }, rank }): Found => ({
      id: `meter-${number}`,
      label: number,
      description: [name, address].filter(Boolean).join(' · ') || t('find.meter'),
      ...{ screen: 'devices/meter', params: { number }, icon: iconOf(IconGauge), rank },
    }),
  )
  return { found, isSearching }
}

const wordsOf = (resource: { name: string; dictionaries: Readonly<Record<string, string>> }) => ({
  ...{ texts: 'billing', name: resource.name, calls: { dictionaries: resource.dictionaries } },
})
const [billWords, paymentWords] = [wordsOf(resources.bills), wordsOf(resources.payments)]

function useFoundMoney(search: string) {
  const { t } = useTranslation('shared')
  const money = useMoney()
  const { period: spanOf } = useFormat()
  const [bill, payment] = [useResourceWords(billWords), useResourceWords(paymentWords)]
  const { data, isSearching } = useAnswer('money', search, useMayDo()(findBills), (signal) => call(findBills, { search }, signal))
  const bills = (data?.bills ?? []).map(
    ({ billNo, invoiceNumber, accountNo, customerName, periodFrom, periodTo, status, totalMinor }): Found => {
      const period = spanOf(periodFrom, periodTo)
      return {
        id: `bill-${billNo}`,
        label: t('find.bill', { number: invoiceNumber ?? billNo, amount: money(totalMinor) }),
        description: [customerName ?? accountNo, period, bill.word('status', status).label].join(' · '),
        ...{ screen: 'billing/bills', search: { accountNo: exactly(accountNo), row: billNo } },
        ...{ icon: iconOf(IconReceipt), rank: rankAmong([String(billNo), invoiceNumber ?? ''], search) },
      }
    },
  )
  const payments = (data?.payments ?? []).map(
    ({ paymentNo, accountNo, customerName, amountMinor, reference, status }): Found => ({
      id: `payment-${paymentNo}`,
      label: t('find.payment', { number: paymentNo, amount: money(amountMinor) }),
      description: [customerName ?? accountNo, reference, payment.word('status', status).label].filter(Boolean).join(' · '),
      ...{ screen: 'billing/payments', search: { accountNo: exactly(accountNo), row: paymentNo } },
      ...{ icon: iconOf(IconCash), rank: rankAmong([String(paymentNo), reference], search) },
    }),
  )
  return { found: [...bills, ...payments].toSorted((one, other) => one.rank - other.rank), isSearching }
}

function useFoundRounds(search: string) {
  const { day } = useFormat()
  const { data, isSearching } = useAnswer('rounds', search, useMayDo()(listWalkBys), (signal) =>
    call(listWalkBys, { name: search.slice(0, 50), pageSize: shownMax }, signal),
  )
  const found = (data?.rows ?? []).map(
    ({ walkById, name, startDate, endDate, reader }): Found => ({
      id: `round-${walkById}`,
      label: name,
      description: [`${day(startDate)} – ${day(endDate)}`, reader].filter(Boolean).join(' · '),
      ...{ screen: 'metering/walk-by', search: { name } },
      ...{ icon: iconOf(IconRoute), rank: rankAmong([name], search) },
    }),
  )
  return { found, isSearching }
}

function useFoundPartitions(search: string): readonly Found[] {
  const { t } = useTranslation('shared')
  const partitions = useQuery({ ...partitionsQuery, enabled: useMay('leakage:partition:read') })
  if (search === '') return []
  return ranked(partitions.data?.rows ?? [], search, { names: ({ id, name }) => [name, id] })
    .slice(0, shownMax)
    .map(
      ({ thing: { id, name }, rank }): Found => ({
        id: `partition-${id}`,
        label: name,
        description: t('find.partition'),
        ...{ screen: 'leakage/index', search: { partition: id }, icon: iconOf(IconDroplet), rank },
      }),
    )
}
