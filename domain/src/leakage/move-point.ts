import { type MovePartition, partitionLevelsMax } from '@nightflow/schemas/leakage/partition'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { type Cascade, evolveCascade, type MeteringPoint, type PartitionEvent, pointsBelow } from './partition-cascade.ts'

/** A point with all points below it goes below another point of its cascade. The event is repeated for each point whose level changes. */
export function movePartition({ partitionId, parentId }: MovePartition, cascade: Cascade, knowsConsumption: KnowsConsumption) {
  const point = cascade.points.get(partitionId)
  if (!point) return rejected('partition-not-found', { partitionId })
  if (point.created.parentId === null) return rejected('partition-root-not-moved', { partitionId })
  if (point.created.parentId === parentId) return []
  const parent = cascade.points.get(parentId)
  if (!parent) return rejected('partition-parent-missing', { parentId })
  const moved = subtreeOf(point, cascade)
  if (moved.some(({ created }) => created.partitionId === parentId)) return rejected('partition-superior-below', { partitionId, parentId })
  const rise = parent.created.level + 1 - point.created.level
  if (moved.some(({ created }) => created.level + rise > partitionLevelsMax))
    return rejected('partition-levels-exceeded', { levels: partitionLevelsMax })
  const events = moved
    .filter((below) => below === point || rise !== 0)
    .map(({ created }) => ({
      type: 'leakage.PartitionMoved' as const,
      data: {
        partitionId: created.partitionId,
        parentId: created.partitionId === partitionId ? parentId : (created.parentId ?? parentId),
        level: created.level + rise,
      },
    }))
  const after = events.reduce<Cascade>((state, event: PartitionEvent) => evolveCascade(state, event), cascade)
  const losing = [...after.points.values()].find(
    (one) => hasThreshold(one) && knowsConsumption(cascade.points.get(one.created.partitionId)!, cascade) && !knowsConsumption(one, after),
  )
  return losing ? rejected('leakage-threshold-needs-sub-meters', { partitionId: losing.created.partitionId }) : events
}

type KnowsConsumption = (point: MeteringPoint, cascade: Cascade) => boolean

const hasThreshold = ({ thresholds: { leakageRate, leakageLitresPerDay } }: MeteringPoint): boolean =>
  leakageRate !== undefined || leakageLitresPerDay !== undefined

/** A point and every point below it, superiors first. */
const subtreeOf = (point: MeteringPoint, cascade: Cascade): MeteringPoint[] => [
  point,
  ...pointsBelow(cascade, point.created.partitionId).flatMap((below) => subtreeOf(below, cascade)),
]
