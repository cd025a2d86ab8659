import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFacts } from '#customers/account-facts.tsx'
import { useCustomerTypesQuery, useSchemeChoices } from '#customers/account-fields.ts'
import { AccountHistory } from '#customers/account-history.tsx'
import { accountQuery } from '#customers/account-query.ts'
import { accountResource } from '#customers/account-resource.tsx'
import { ImportAccountsTool } from '#customers/import-accounts-tool.tsx'
import { OpenAccountTool } from '#customers/open-account-tool.tsx'
import { OpenBatchTool } from '#customers/open-batch-tool.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useOwners } from '#ui/use-owners.ts'

const noTypes: readonly { value: number; label: string }[] = []

/** All accounts, and one of them beside the list. */
export function AccountsScreen({ search, onSearch }: ScreenProps) {
  const { data: types = noTypes, isLoading } = useCustomerTypesQuery()
  const schemes = useSchemeChoices()
  const owners = useOwners()
  const resource = useMemo(() => {
    const choices = types.map(({ value, label }) => ({ value: String(value), label }))
    // The column has its place before it is known whether there are types.
    const resource = accountResource(choices, schemes, owners, isLoading || choices.length > 0)
    return { ...resource, drawer: { name: 'account', Drawer: AccountDrawer }, Tools: AccountTools }
  }, [types, isLoading, schemes, owners])
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}

function AccountTools() {
  return (
    <>
      <ImportAccountsTool />
      <OpenBatchTool />
      <OpenAccountTool />
    </>
  )
}

function AccountDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('customers')
  const shared = useTranslation('shared').t
  const account = useQuery({ ...accountQuery(id ?? ''), enabled: id !== undefined })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={640}
      title={
        id && (
          <ScreenLink screen="customers/account" params={{ accountNo: id }} className="nf-link nf-figures" onClick={onClose}>
            {t('open', { accountNo: id })}
          </ScreenLink>
        )
      }
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {account.isError && <ErrorState error={account.error} onRetry={() => account.refetch()} compact />}
      {id !== undefined && account.isPending && <ChartSkeleton height={320} />}
      {account.data && (
        <div className="nf-stack">
          <AccountFacts account={account.data} />
          <AccountHistory accountNo={account.data.accountNo} />
        </div>
      )}
    </Drawer>
  )
}
