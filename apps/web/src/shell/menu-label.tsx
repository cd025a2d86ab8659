import { Tooltip } from '@mantine/core'
import { menuTextOf } from '#shell/menu-text.ts'

/** A menu's text: cut where the sidebar ends, and in full on hover where it may have been. */
export function MenuLabel({ title }: { title: string }) {
  const { shown, hasTooltip } = menuTextOf(title)
  return (
    <Tooltip label={title} disabled={!hasTooltip} openDelay={400} position="right" withinPortal>
      <span className="nf-side-label">{shown}</span>
    </Tooltip>
  )
}
