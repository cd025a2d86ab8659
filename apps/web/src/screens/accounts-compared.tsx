import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import type { AccountDetail } from '@nightflow/schemas/customers/account'
import { IconArrowsDiff, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountBills, AccountMoney } from '#billing/account-billing.tsx'
import { accountQuery } from '#customers/account-query.ts'
import { UseComparison } from '#customers/use-comparison.tsx'
import { useMay } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { AccountSearch } from '#ui/form/account-search.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

type ToolProps = { accountNo: string; onAgainst: (accountNo: string | undefined) => void }

/** Finds another account by any word, to lay it beside this one. */
export function CompareAccountsTool({ accountNo, onAgainst }: ToolProps) {
  const { t } = useTranslation('customers')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconArrowsDiff size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('beside.open')}
      </Button>
      {isOpen && (
        <FormDialog onClose={() => setOpen(false)} title={t('beside.choose')} size={520}>
          <AccountSearch
            onPick={(picked) => {
              setOpen(false)
              if (picked !== accountNo) onAgainst(picked)
            }}
          />
        </FormDialog>
      )}
    </>
  )
}

const nameOf = ({ companyName, customerName, accountNo }: AccountDetail): string => companyName ?? customerName ?? accountNo

type Props = { account: AccountDetail; against: string; onAgainst: (accountNo: string | undefined) => void }

/** Two accounts beside each other: balance, bills, and their use in one picture. */
export function AccountsCompared({ account, against, onAgainst }: Props) {
  const { t } = useTranslation('customers')
  const other = useQuery(accountQuery(against))
  const maySeeUse = useMay('metering:readings:read')
  const leave = (
    <Button size="compact-xs" variant="default" leftSection={<IconX size={12} aria-hidden />} onClick={() => onAgainst(undefined)}>
      {t('beside.end')}
    </Button>
  )
  if (other.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={other.error} onRetry={() => other.refetch()} compact />
        <Group p="sm">{leave}</Group>
      </div>
    )
  if (!other.data) return <ChartSkeleton height={320} />
  const both = [account, other.data] as const
  const hasMeters = both.every(({ meterNo }) => meterNo !== null)
  const named = both.map((each) => ({ accountNo: each.accountNo, name: `${nameOf(each)} · ${each.accountNo}` }))
  return (
    <section className="nf-stack" aria-label={t('beside.title')}>
      <Group justify="space-between">
        <Text component="h2" className="nf-panel-title" m={0}>
          {t('beside.title')}
        </Text>
        {leave}
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        {both.map((each) => (
          <Side key={each.accountNo} account={each}>
            <AccountMoney accountNo={each.accountNo} />
            <AccountBills accountNo={each.accountNo} />
          </Side>
        ))}
      </SimpleGrid>
      {maySeeUse && hasMeters && <UseComparison own={named[0]!} other={named[1]!} />}
    </section>
  )
}

function Side({ account, children }: { account: AccountDetail; children: ReactNode }) {
  return (
    <div className="nf-column">
      <Text size="sm" fw={600} m={0}>
        <ScreenLink screen="customers/account" params={{ accountNo: account.accountNo }} className="nf-link">
          {nameOf(account)}
        </ScreenLink>{' '}
        <span className="nf-dimmed nf-small">{[account.accountNo, account.address].filter(Boolean).join(' · ')}</span>
      </Text>
      {children}
    </div>
  )
}
