import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX, IconClock, IconHelpCircle } from '@tabler/icons-react'
import { LateTooltip } from '#ui/late-tooltip.tsx'

/** `off` is known and at rest: out of use, signed out. */
export type Meaning = 'good' | 'warning' | 'alarm' | 'unknown' | 'waiting' | 'off'

const icons = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  alarm: IconCircleX,
  unknown: IconHelpCircle,
  waiting: IconClock,
  off: IconCircleMinus,
}

/** A state by icon, word and colour together: never by colour alone. */
export function StatusBadge({ meaning, label, hint }: { meaning: Meaning; label: string; hint?: string | undefined }) {
  const Icon = icons[meaning]
  const badge = (
    <span className={`nf-badge nf-${meaning}`}>
      <Icon size={14} stroke={2} aria-hidden />
      <span>{label}</span>
    </span>
  )
  return hint ? (
    <LateTooltip label={hint} multiline maw={300}>
      {badge}
    </LateTooltip>
  ) : (
    badge
  )
}
