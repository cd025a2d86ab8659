import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type DeskCustomer, deskFind } from '@nightflow/schemas/agents/agent-desk-calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'

const typingMilliseconds = 200
const none: readonly DeskCustomer[] = []
const asFound = ({ options }: { options: readonly unknown[] }) => options as never

/** Finds a customer whom the agent may serve; Enter takes the first one. */
export function CustomerSearch({ onPick }: { onPick: (customer: DeskCustomer) => void }) {
  const { t } = useTranslation('agents')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingMilliseconds)
  const found = useQuery({
    queryKey: ['agent-desk', 'find', search],
    queryFn: ({ signal }) => call(deskFind, { search }, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const customers = search === '' ? none : (found.data?.customers ?? none)
  const known = new Map(customers.map((customer) => [customer.accountNo, customer]))
  const pick = (accountNo: string | null) => {
    const customer = known.get(accountNo ?? '')
    if (customer) onPick(customer)
  }
  return (
    <>
      <Select
        label={t('desk.search')}
        description={t('desk.searchHint')}
        data-autofocus
        searchable
        selectFirstOptionOnChange
        searchValue={typed}
        onSearchChange={setTyped}
        value={null}
        onChange={pick}
        filter={asFound}
        data={customers.map(({ accountNo }) => accountNo)}
        maxDropdownHeight={340}
        nothingFoundMessage={typed.trim() === '' ? undefined : t(found.isFetching ? 'desk.searching' : 'desk.nothingFound')}
        renderOption={({ option }) => <Customer customer={known.get(option.value)} />}
      />
      <ProblemAlert failure={found.error} />
    </>
  )
}

export function Customer({ customer }: { customer: DeskCustomer | undefined }) {
  const { t } = useTranslation('agents')
  if (!customer) return null
  const { accountNo, customerName, address, meterNo } = customer
  return (
    <div>
      <Text size="sm" fw={600}>
        {customerName ?? t('desk.newCustomer')} <span className="nf-dimmed nf-figures">{accountNo}</span>
      </Text>
      <Text size="xs" c="dimmed" className="nf-figures">
        {[address, meterNo].filter(Boolean).join(' · ')}
      </Text>
    </div>
  )
}
