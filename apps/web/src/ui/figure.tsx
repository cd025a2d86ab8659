import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { LateTooltip } from '#ui/late-tooltip.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = {
  label: string
  /** Null when unknown: it is shown hatched with the reason on hover. */
  value: string | null
  unit?: string | undefined
  unknownReason?: string
  comparison?: ReactNode
  status?: ReactNode
  trend?: readonly (number | null)[]
  hint?: string | undefined
}

/** One key figure with unit, comparison and a small trend. */
export function Figure({ label, value, unit, unknownReason, comparison, status, trend, hint }: Props) {
  const head = (
    <Text size="xs" c="dimmed" component="dt" className="nf-figure-label">
      {label}
    </Text>
  )
  return (
    <div className="nf-figure">
      {hint ? (
        <LateTooltip label={hint} multiline maw={300} position="top-start">
          {head}
        </LateTooltip>
      ) : (
        head
      )}
      <dd>
        {value === null ? (
          <LateTooltip label={unknownReason} multiline maw={300} disabled={!unknownReason}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard. */}
            <span className="nf-unknown nf-figure-unknown" role="img" tabIndex={0} aria-label={unknownReason}>
              –
            </span>
          </LateTooltip>
        ) : (
          <span className="nf-figure-value">
            {value}
            {unit && <span className="nf-figure-unit">{unit}</span>}
          </span>
        )}
        {trend && <Trend values={trend} />}
      </dd>
      <dd className="nf-figure-foot">
        {status}
        <Text size="xs" c="dimmed" component="span">
          {comparison ?? ' '}
        </Text>
      </dd>
    </div>
  )
}

type FiguresProps = {
  count: 4 | 6
  isBusy?: boolean
  /** The text below a figure may take two lines: all figures have the place for it from the beginning. */
  isTall?: boolean
  head?: ReactNode
  children: ReactNode
}

/** Figures side by side: as many to a row as fit, never a hole at the end. */
export function Figures({ count, isBusy, isTall, head, children }: FiguresProps) {
  return (
    <div className="nf-panel nf-figures-row" aria-busy={isBusy} data-tall={isTall}>
      {head && <div className="nf-panel-head nf-figures-head">{head}</div>}
      <dl className="nf-figures-grid" data-count={count}>
        {children}
      </dl>
    </div>
  )
}

export function FigureSkeleton() {
  return (
    <div className="nf-figure">
      <Skeleton height={12} width={90} mb={10} />
      <Skeleton height={24} width={120} mb={10} />
      <Skeleton height={18} width={140} />
    </div>
  )
}

const trendWidth = 72
const trendHeight = 24

/** A line without axes; a gap in the figures is a gap in the line. */
export function Trend({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const low = Math.min(...known)
  const spread = Math.max(...known) - low || 1
  let pen = 'M'
  const path = values.map((value, index) => {
    if (value === null) {
      pen = 'M'
      return ''
    }
    const point = `${pen}${((index / (values.length - 1)) * (trendWidth - 2) + 1).toFixed(1)} ${(trendHeight - 2 - ((value - low) / spread) * (trendHeight - 4)).toFixed(1)}`
    pen = 'L'
    return point
  })
  return (
    <svg width={trendWidth} height={trendHeight} viewBox={`0 0 ${trendWidth} ${trendHeight}`} className="nf-trend" aria-hidden>
      <path d={path.join('')} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
