import { Autocomplete, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FoundAccount, findAccounts } from '@nightflow/schemas/customers/find-accounts'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { dayOf } from '#ui/local-days.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

const typingMilliseconds = 200
const none: readonly FoundAccount[] = []

/** Accounts by any word, once the typing pauses; nothing for people who may not list accounts. */
function useFoundAccounts(typed: string): { accounts: readonly FoundAccount[]; isSearching: boolean } {
  const mayDo = useMayDo()
  const [search] = useDebouncedValue(typed.trim(), typingMilliseconds)
  const found = useQuery({
    queryKey: ['found-accounts', search],
    queryFn: ({ signal }) => call(findAccounts, { search }, signal),
    enabled: search !== '' && mayDo(findAccounts),
    placeholderData: keepPreviousData,
  })
  return { accounts: search === '' ? none : (found.data?.accounts ?? none), isSearching: found.isFetching || search !== typed.trim() }
}

/** An account among others: its holder and address, its number, and its debt with the day since when. */
function AccountOption({ account }: { account: FoundAccount }) {
  const { t } = useTranslation('shared')
  const money = useMoney()
  const { day } = useFormat()
  const { accountNo, customerName, address, meterNo, status, openMinor, owedSince } = account
  const { timeZone } = useSession()
  const isDue = owedSince !== null && owedSince < dayOf(Date.now(), timeZone)
  const owed =
    openMinor !== null &&
    (owedSince === null
      ? t('account.owesNothing')
      : t(isDue ? 'account.owesSince' : 'account.owesBy', { amount: money(openMinor), day: day(owedSince) }))
  return (
    <div>
      <Text size="sm">
        {customerName ?? accountNo} <span className="nf-dimmed nf-figures">{accountNo}</span>
      </Text>
      <Text size="xs" c="dimmed" className="nf-figures">
        {[address, meterNo, status === AccountStatus.enum.cancelled && t('account.cancelled'), owed].filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}

/** The text and the focus of the field that was there before this one. */
export type TypedBefore = { text: string; isFocused: boolean }

const asFound = ({ options }: { options: readonly unknown[] }) => options as never

/** Finds one account by any word; Enter takes the first one. */
export function AccountSearch({ onPick, before }: { onPick: (accountNo: string) => void; before?: TypedBefore | undefined }) {
  const { t } = useTranslation('shared')
  const [typed, setTyped] = useState(before?.text ?? '')
  const { accounts, isSearching } = useFoundAccounts(typed)
  const known = new Map(accounts.map((account) => [account.accountNo, account]))
  return (
    <Select
      label={t('account.search')}
      placeholder={t('account.searchHint')}
      data-autofocus
      autoFocus={before?.isFocused}
      defaultDropdownOpened={before !== undefined && before.text !== ''}
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)}
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      onChange={(accountNo) => accountNo !== null && onPick(accountNo)}
      filter={asFound}
      data={accounts.map(({ accountNo }) => accountNo)}
      maxDropdownHeight={340}
      nothingFoundMessage={typed.trim() === '' ? undefined : t(isSearching ? 'find.searching' : 'account.nothingFound')}
      renderOption={({ option }) => <FoundOption account={known.get(option.value)} />}
    />
  )
}

const FoundOption = ({ account }: { account: FoundAccount | undefined }): ReactNode => account && <AccountOption account={account} />

/** The number of an account in a form: typed, or found by any word. Below it is the account that was meant. */
export function AccountInput({ shared, value, onChange }: { shared: AnyRow; value: string; onChange: (value: string) => void }) {
  const { accounts } = useFoundAccounts(value)
  const known = new Map(accounts.map((account) => [account.accountNo, account]))
  const meant = known.get(value.trim().toUpperCase())
  const description = meant && [meant.customerName, meant.address].filter(Boolean).join(' · ')
  return (
    <Autocomplete
      {...shared}
      {...(description && { description })}
      autoComplete="off"
      value={value}
      onChange={onChange}
      filter={asFound}
      data={meant ? [] : accounts.map(({ accountNo }) => accountNo)}
      maxDropdownHeight={300}
      renderOption={({ option }) => <FoundOption account={known.get(option.value)} />}
    />
  )
}
