import { useQuery } from '@tanstack/react-query'
import { UsagePanel } from '#dashboard/usage-panel.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { useMay } from '#session/session-query.ts'
import type { TileProps } from './tile-props.ts'

/** Consumption, of all partitions or of one. */
export function UsageTile({ search: { days = 30, by = 'day', partition }, onSearch }: TileProps) {
  const partitions = useQuery({ ...partitionsQuery, enabled: useMay('leakage:partition:read') })
  return (
    <UsagePanel
      choice={{ days, by, partition }}
      onChoice={(change) => onSearch(change, { replace: true, resetScroll: false })}
      partitions={partitions.data?.rows ?? []}
    />
  )
}
