/** Charts of one group share their zoom. */
export type ZoomRange = readonly [fromSeconds: number, toSeconds: number]
type Follower = (range: ZoomRange | null) => void
type ZoomGroup = { range: ZoomRange | null; followers: Set<Follower> }

const groups = new Map<string, ZoomGroup>()

export function followZoom(name: string, follower: Follower): () => void {
  const group = groups.get(name) ?? { range: null, followers: new Set<Follower>() }
  groups.set(name, group)
  group.followers.add(follower)
  return () => {
    group.followers.delete(follower)
    if (group.followers.size === 0) groups.delete(name)
  }
}

export const zoomOf = (name: string): ZoomRange | null => groups.get(name)?.range ?? null

export function setZoom(name: string, range: ZoomRange | null): void {
  const group = groups.get(name)
  if (!group) return
  group.range = range
  for (const follower of group.followers) follower(range)
}

/** The range after one notch of the wheel around a point; null once it would show everything. */
export function wheelZoom(shown: ZoomRange, whole: ZoomRange, at: number, zoomIn: boolean): ZoomRange | null {
  const factor = zoomIn ? 0.8 : 1.25
  const from = Math.max(whole[0], at - (at - shown[0]) * factor)
  const to = Math.min(whole[1], at + (shown[1] - at) * factor)
  if (from <= whole[0] && to >= whole[1]) return null
  const shortest = 3 * 3600
  return to - from < shortest ? shown : [from, to]
}
