import { useEffect } from 'react'

/**
 * The tenant that the board shows: the one that was chosen, else the first. While the demo runs, the next one steps forward after so many
 * seconds; a tenant that is chosen meanwhile is shown for a whole interval.
 */
export function useTenantCycle<Row extends { code: string }>(
  rows: readonly Row[] | undefined,
  intervalSeconds: number | null,
  chosen: string | undefined,
  onNext: (tenant: string) => void,
): Row | undefined {
  const shown = rows?.find(({ code }) => code === chosen) ?? rows?.[0]
  const next = shown && rows ? rows[(rows.indexOf(shown) + 1) % rows.length]?.code : undefined
  const current = shown?.code
  useEffect(() => {
    if (intervalSeconds === null || next === undefined || next === current) return
    const timer = setTimeout(() => onNext(next), intervalSeconds * 1000)
    return () => clearTimeout(timer)
  }, [intervalSeconds, next, current, onNext])
  return shown
}
