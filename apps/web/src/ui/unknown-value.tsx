import type { ReactNode } from 'react'
import { LateTooltip } from '#ui/late-tooltip.tsx'

/** A cell whose figure is unknown: hatched, with the reason on hover; or the figure itself, marked when it was scaled up. */
export function KnownOrNot({
  known,
  reason,
  estimated,
  children,
}: {
  known: boolean
  reason: string
  estimated?: string | undefined
  children: ReactNode
}) {
  if (!known) {
    return (
      <LateTooltip label={reason} multiline maw={300}>
        <span className="nf-unknown nf-cell-unknown" role="img" aria-label={reason} />
      </LateTooltip>
    )
  }
  return estimated ? (
    <LateTooltip label={estimated} multiline maw={300}>
      <span className="nf-estimated">{children}</span>
    </LateTooltip>
  ) : (
    children
  )
}
