import { Text } from '@mantine/core'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { partitionsQuery } from '#leakage/leakage-queries.ts'
import { useMay, useSessionInfo } from '#session/session-query.ts'
import { firstLeaf } from '#shell/active-entry.ts'
import { noticesQuery } from '#shell/bell-queries.ts'
import { MenuEntryLink } from '#shell/menu-entry-link.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'
import { Figure, Figures } from '#ui/figure.tsx'
import { Page } from '#ui/page.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Where everybody begins: how much there is, and every place to go from here. */
export function HomeScreen() {
  const { t } = useTranslation('shell')
  const { tenant, user } = useSessionInfo()
  const { items } = useMenu()
  return (
    <Page title={t('home')} subtitle={t('welcome', { name: user.nickName || user.userName, tenant: tenant.tenantName })}>
      <Totals />
      <div className="nf-home-places">
        {items.map((item) => (
          <Place key={item.key} item={item} />
        ))}
      </div>
    </Page>
  )
}

function Totals() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const maySeeMeters = useMay('devices:meter:read')
  const maySeePartitions = useMay('leakage:partition:read')
  const meters = useQuery({
    queryKey: ['home-meters'],
    queryFn: ({ signal }) => call(listMeters, { limit: 1 }, signal),
    enabled: maySeeMeters,
  })
  const partitions = useQuery({ ...partitionsQuery, enabled: maySeePartitions })
  const notices = useQuery(noticesQuery)
  if (!maySeeMeters || !maySeePartitions) return null
  const points = partitions.data?.rows
  const figures: [string, number | undefined][] = [
    ['meters', meters.data?.total],
    ['partitions', points?.filter(({ parentId }) => parentId === null).length],
    ['points', points?.length],
    ['alarms', notices.data?.allAlarmCount],
  ]
  return (
    <Figures count={4} isBusy={meters.isPending || partitions.isPending}>
      {figures.map(([name, value]) => (
        <Figure
          key={name}
          label={t(`total.${name}`)}
          value={value === undefined ? null : format.number(value)}
          unknownReason={t('total.unknown')}
        />
      ))}
    </Figures>
  )
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
