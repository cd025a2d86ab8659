import { deskFloat } from '@nightflow/schemas/agents/agent-desk-calls'
import { listAlarms } from '@nightflow/schemas/alarms/endpoints'
import { openAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { findAccounts } from '@nightflow/schemas/customers/find-accounts'
import {
  statisticsAlarmData,
  statisticsBillData,
  statisticsCommunicationData,
  statisticsUsedTotalData,
  topData,
  wallScreen,
} from '@nightflow/schemas/dashboard/endpoints'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { AlarmPanel } from '#dashboard/alarm-panel.tsx'
import { BillPanel } from '#dashboard/bill-panel.tsx'
import { CommunicationPanel } from '#dashboard/communication-panel.tsx'
import type { UsageChoice } from '#dashboard/dashboard-queries.ts'
import { TopFigures } from '#dashboard/top-figures.tsx'
import { UsagePanel } from '#dashboard/usage-panel.tsx'
import { partitionsQuery } from '#leakage/leakage-queries.ts'
import { useMay } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { AgentTile } from './agent-tile.tsx'
import { BriefingTile } from './briefing-tile.tsx'
import { CounterTile } from './counter-tile.tsx'
import { SetupTile } from './setup-tile.tsx'
import { TasksTile } from './tasks-tile.tsx'

export type TileProps = Pick<ScreenProps<Partial<UsageChoice>>, 'search' | 'onSearch'>

/**
 * A part of the home screen. People have the tiles whose calls they may make; `isHalf` is beside another one. The usual order is that of a
 * working day: first what one person came for, then what waits, then how things are.
 */
type Tile = {
  name: 'setup' | 'counter' | 'agent' | 'tasks' | 'briefing' | 'figures' | 'usage' | 'bills' | 'communication' | 'alarms'
  needs: readonly Pick<Endpoint, 'permission'>[]
  /** People with this permission have no use for the tile. */
  notFor?: Pick<Endpoint, 'permission'>
  isHalf?: true
  Tile: ComponentType<TileProps>
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

function Usage({ search: { days = 30, by = 'day', partition }, onSearch }: TileProps) {
  const partitions = useQuery({ ...partitionsQuery, enabled: useMay('leakage:partition:read') })
  return (
    <UsagePanel
      choice={{ days, by, partition }}
      onChoice={(change) => onSearch(change, { replace: true, resetScroll: false })}
      partitions={partitions.data?.rows ?? []}
    />
  )
}

export const homeTiles: readonly Tile[] = [
  { name: 'setup', needs: [resourceCalls.tenants.changeSettings, topData, wallScreen, resourceCalls.priceSchemes.list], Tile: SetupTile },
  { name: 'counter', needs: [findAccounts, openAccount], isHalf: true, Tile: CounterTile },
  { name: 'agent', needs: [deskFloat], notFor: findAccounts, Tile: AgentTile },
  { name: 'tasks', needs: [statisticsAlarmData, listAlarms], isHalf: true, Tile: TasksTile },
  { name: 'briefing', needs: [wallScreen], Tile: BriefingTile },
  { name: 'figures', needs: [topData], Tile: TopFigures },
  { name: 'bills', needs: [statisticsBillData, resourceCalls.bills.list], Tile: BillPanel },
  { name: 'usage', needs: [statisticsUsedTotalData], Tile: Usage },
  {
    name: 'communication',
    needs: [statisticsCommunicationData],
    isHalf: true,
    Tile: () => <CommunicationPanel gatewayLink={gatewayLink} />,
  },
  { name: 'alarms', needs: [statisticsAlarmData, listAlarms], isHalf: true, Tile: () => <AlarmPanel alarmsLink={alarmsLink} /> },
]
