import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadTrend } from '#alarms/load-trend.ts'

const width = 64
const height = 18
const staleMilliseconds = 5 * 60_000
/** A change below this share of the mean is steady. */
const steadyShare = 0.05

/** The figure of an alarm on the last seven days as a line, with its direction in words for those who do not see it. */
export function TrendCell({ id }: { id: number }) {
  const { t } = useTranslation('alarms')
  const { data = [] } = useQuery({
    queryKey: ['alarm-trend', id],
    queryFn: () => loadTrend(id),
    staleTime: staleMilliseconds,
    retry: false,
  })
  const known = data.flatMap((value, place) => (value === null ? [] : [{ value, place }]))
  if (known.length < 2) return null
  const values = known.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (value: number): number => (high === low ? height / 2 : 2 + (height - 4) * (1 - (value - low) / (high - low)))
  const x = (place: number): number => 2 + ((width - 4) * place) / Math.max(1, data.length - 1)
  const points = known.map(({ value, place }) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  return (
    <svg width={width} height={height} role="img" aria-label={t(`trend.${directionOf(values)}`)}>
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth={1.5} />
    </svg>
  )
}

const directionOf = (values: readonly number[]): 'up' | 'down' | 'steady' => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const change = values.at(-1)! - values[0]!
  if (Math.abs(change) <= Math.abs(mean) * steadyShare) return 'steady'
  return change > 0 ? 'up' : 'down'
}
