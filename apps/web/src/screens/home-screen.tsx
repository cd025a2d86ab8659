import { Text } from '@mantine/core'
import { platformTenant } from '@nightflow/schemas/shared/permissions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmPanel } from '#dashboard/alarm-panel.tsx'
import { BillPanel } from '#dashboard/bill-panel.tsx'
import { CommunicationPanel } from '#dashboard/communication-panel.tsx'
import { tenantBoardQuery, type UsageChoice } from '#dashboard/dashboard-queries.ts'
import { TenantTotals } from '#dashboard/tenant-totals.tsx'
import { TopFigures } from '#dashboard/top-figures.tsx'
import { UsagePanel } from '#dashboard/usage-panel.tsx'
import { partitionsQuery } from '#leakage/leakage-queries.ts'
import { useMay, useSessionInfo } from '#session/session-query.ts'
import { firstLeaf } from '#shell/active-entry.ts'
import { MenuEntryLink } from '#shell/menu-entry-link.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Page } from '#ui/page.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { ErrorState } from '#ui/states.tsx'
import '#dashboard/dashboard.css'

/** The start page: today's figures that the person may see, and links to every screen. */
export function HomeScreen({ search, onSearch }: ScreenProps<Partial<UsageChoice>>) {
  const { t } = useTranslation('shell')
  const { tenant, user } = useSessionInfo()
  const { items } = useMenu()
  // The platform's own tenant has no meters: its operators begin with those of all tenants.
  const isPlatform = tenant.code === platformTenant
  const maySeeFigures = useMay('dashboard:figures:read') && !isPlatform
  const maySeeTenants = useMay('platform:dashboard:read') && isPlatform
  return (
    <Page title={t('home')} subtitle={t('welcome', { name: user.nickName || user.userName, tenant: tenant.tenantName })}>
      {maySeeFigures && <Dashboard search={search} onSearch={onSearch} />}
      {maySeeTenants && <Tenants />}
      <div className="nf-home-places">
        {items.map((item) => (
          <Place key={item.key} item={item} />
        ))}
      </div>
    </Page>
  )
}

const alarmsLink = (filter: Record<string, string>, children: ReactNode) => (
  <ScreenLink screen="alarms/index" search={filter} className="nf-link">
    {children}
  </ScreenLink>
)

const gatewayLink = (name: string) => (
  <ScreenLink screen="gateways/index" className="nf-link">
    {name}
  </ScreenLink>
)

function Dashboard({ search, onSearch }: Pick<ScreenProps<Partial<UsageChoice>>, 'search' | 'onSearch'>) {
  const maySeePartitions = useMay('leakage:partition:read')
  const maySeeAlarms = useMay('alarms:alarm:read')
  const partitions = useQuery({ ...partitionsQuery, enabled: maySeePartitions })
  const { days = 30, by = 'day', partition } = search
  return (
    <>
      <TopFigures />
      <UsagePanel
        choice={{ days, by, partition }}
        onChoice={(change) => onSearch(change, { replace: true, resetScroll: false })}
        partitions={partitions.data?.rows ?? []}
      />
      <BillPanel />
      <div className="nf-board-columns">
        <CommunicationPanel gatewayLink={gatewayLink} />
        {maySeeAlarms && <AlarmPanel alarmsLink={alarmsLink} />}
      </div>
    </>
  )
}

function Tenants() {
  const board = useQuery(tenantBoardQuery)
  if (board.isError) return <ErrorState error={board.error} onRetry={() => board.refetch()} />
  return <TenantTotals board={board.data} />
}

function Place({ item }: { item: MenuItem }) {
  return (
    <section className="nf-panel nf-home-place">
      <Text component="h2" className="nf-panel-title" m={0}>
        {item.title}
      </Text>
      <ul>
        {(item.children.length > 0 ? item.children : [item]).map((child) => (
          <li key={child.key}>
            <MenuEntryLink item={firstLeaf(child)} className="nf-link" isActive={false}>
              {child.title}
            </MenuEntryLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
