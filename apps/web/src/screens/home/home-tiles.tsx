import type { Permission } from '@nightflow/schemas/shared/permissions'
import type { ComponentType } from 'react'
import { lazyPart } from '#api/lazy-part.ts'
import type { TileProps } from './tile-props.ts'

/**
 * A part of the home screen. People have the tiles for which they have the permissions; `isHalf` is beside another one. The usual order is that
 * of a working day: first what one person came for, then what waits, then how things are.
 */
export type Tile = {
  name: TileName
  needs: readonly Permission[]
  /** People with this permission have no use for the tile. */
  notFor?: Permission
  isHalf?: true
  Tile: ComponentType<TileProps>
}
type TileName =
  | 'setup'
  | 'counter'
  | 'agent'
  | 'crew'
  | 'tasks'
  | 'books'
  | 'briefing'
  | 'figures'
  | 'usage'
  | 'bills'
  | 'communication'
  | 'alarms'

const part = (load: () => Promise<ComponentType<TileProps>>, texts: readonly string[] = []): Pick<Tile, 'Tile'> => ({
  Tile: lazyPart(load, texts),
})

export const homeTiles: readonly Tile[] = [
  {
    name: 'setup',
    needs: ['system:tenantSettings:edit', 'dashboard:figures:read', 'leakage:partition:read', 'billing:priceScheme:list'],
    ...part(async () => (await import('./setup-tile.tsx')).SetupTile),
  },
  {
    name: 'counter',
    needs: ['customers:account:list', 'customers:account:add'],
    isHalf: true,
    ...part(async () => (await import('./counter-tile.tsx')).CounterTile),
  },
  {
    name: 'agent',
    needs: ['agents:desk:sell'],
    notFor: 'customers:account:list',
    ...part(async () => (await import('./agent-tile.tsx')).AgentTile, ['agents', 'prepaid']),
  },
  {
    name: 'crew',
    needs: ['work-orders:workOrder:list', 'work-orders:workOrder:process'],
    notFor: 'work-orders:workOrder:assign',
    ...part(async () => (await import('./crew-tile.tsx')).CrewTile, ['work-orders']),
  },
  {
    name: 'tasks',
    needs: ['dashboard:figures:read', 'alarms:alarm:read'],
    isHalf: true,
    ...part(async () => (await import('./tasks-tile.tsx')).TasksTile),
  },
  {
    name: 'books',
    needs: ['billing:ledger:list', 'billing:bookClose:list'],
    ...part(async () => (await import('./books-tile.tsx')).BooksTile),
  },
  {
    name: 'briefing',
    needs: ['leakage:partition:read'],
    ...part(async () => (await import('./briefing-tile.tsx')).BriefingTile),
  },
  { name: 'figures', needs: ['dashboard:figures:read'], ...part(async () => (await import('#dashboard/top-figures.tsx')).TopFigures) },
  {
    name: 'bills',
    needs: ['dashboard:figures:read', 'billing:bill:list'],
    ...part(async () => (await import('#dashboard/bill-panel.tsx')).BillPanel),
  },
  { name: 'usage', needs: ['dashboard:figures:read'], ...part(async () => (await import('./usage-tile.tsx')).UsageTile) },
  {
    name: 'communication',
    needs: ['dashboard:figures:read'],
    isHalf: true,
    ...part(async () => (await import('./linked-panels.tsx')).CommunicationTile),
  },
  {
    name: 'alarms',
    needs: ['dashboard:figures:read', 'alarms:alarm:read'],
    isHalf: true,
    ...part(async () => (await import('./linked-panels.tsx')).AlarmTile),
  },
]
