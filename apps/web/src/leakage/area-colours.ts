import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { innermostOf } from '#ui/map/map-geometry.ts'

type Shaped = Pick<PartitionRow, 'id' | 'parentId'> & { isDrawn: boolean; isKnown: boolean }

/**
 * The areas that are filled with their colour; all others are outlines. The innermost areas are, except that one without a figure shows the colour of
 * the nearest area around it that has one: parents are coloured where children lack data.
 */
export const filledAreas = (areas: readonly Shaped[]): ReadonlySet<string> => {
  const byId = new Map(areas.map((area) => [area.id, area]))
  const filled = new Set<string>()
  const innermost = innermostOf(areas)
  for (const area of areas) {
    if (!innermost.has(area.id)) continue
    filled.add(area.isKnown ? area.id : (knownAround(area, byId) ?? area.id))
  }
  return filled
}

const knownAround = (area: Shaped, byId: ReadonlyMap<string, Shaped>): string | undefined => {
  const seen = new Set([area.id])
  for (let above = byId.get(area.parentId ?? ''); above && !seen.has(above.id); above = byId.get(above.parentId ?? '')) {
    if (above.isDrawn && above.isKnown) return above.id
    seen.add(above.id)
  }
  return undefined
}
