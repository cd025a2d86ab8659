type Kept<Value> = { value: Value; until: number }
type Limits = { keptMilliseconds: number; entriesMax: number }

/** Values that are kept for a while after they were computed, so many of them. An error is not kept. */
export const keepValues = <Value>({ keptMilliseconds, entriesMax }: Limits, now: () => number = () => performance.now()) => {
  const kept = new Map<string, Kept<Value>>()
  return async (key: string, compute: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key)
    if (known && known.until > now()) return known.value
    kept.delete(key)
    const value = await compute()
    if (kept.size >= entriesMax) kept.delete(kept.keys().next().value!)
    kept.set(key, { value, until: now() + keptMilliseconds })
    return value
  }
}
