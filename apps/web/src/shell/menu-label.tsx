import { menuTextOf } from '#shell/menu-text.ts'
import { LateTooltip } from '#ui/late-tooltip.tsx'

/** A menu's text: cut where the sidebar ends, and in full on hover where it may have been. */
export function MenuLabel({ title }: { title: string }) {
  const { shown, hasTooltip } = menuTextOf(title)
  return (
    <LateTooltip label={title} disabled={!hasTooltip} openDelay={400} position="right">
      <span className="nf-side-label">{shown}</span>
    </LateTooltip>
  )
}
