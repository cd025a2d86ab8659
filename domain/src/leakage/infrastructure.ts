import { infrastructureDaysMax, type RemoveInfrastructure, type SetInfrastructure } from '@nightflow/schemas/leakage/infrastructure'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Cascade } from './partition-cascade.ts'
import { sameValue } from './same-value.ts'

type About<Command> = Command & { rootId: string }

/** Pipes, pressure and assumptions of a point from a day on, all of them. The same again is no event. */
export function setInfrastructure({ type: _, rootId: __, partitionId, from, ...stated }: About<SetInfrastructure>, cascade: Cascade) {
  const point = cascade.points.get(partitionId)
  if (!point) return rejected('partition-not-found', { partitionId })
  const values = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined))
  const present = point.infrastructure.get(from)
  if (present && sameValue(present, values)) return []
  if (!present && point.infrastructure.size >= infrastructureDaysMax)
    return rejected('infrastructure-days-exceeded', { partitionId, days: infrastructureDaysMax })
  return [{ type: 'leakage.InfrastructureSet' as const, data: { partitionId, from, ...values } }]
}

/** The days from `from` on have what the day before has. Of a day that states nothing there is nothing to take back. */
export function removeInfrastructure({ partitionId, from }: About<RemoveInfrastructure>, cascade: Cascade) {
  const point = cascade.points.get(partitionId)
  if (!point) return rejected('partition-not-found', { partitionId })
  return point.infrastructure.has(from) ? [{ type: 'leakage.InfrastructureRemoved' as const, data: { partitionId, from } }] : []
}
