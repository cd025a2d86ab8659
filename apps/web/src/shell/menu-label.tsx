import { Tooltip } from '@mantine/core'

const shownMax = 25
const plainMax = 17

/** A menu's text: cut where the sidebar ends, and in full on hover where it may have been. */
export function MenuLabel({ title }: { title: string }) {
  const letters = [...title]
  const shown = letters.length > shownMax ? `${letters.slice(0, shownMax).join('')}…` : title
  return (
    <Tooltip label={title} disabled={letters.length <= plainMax} openDelay={400} position="right" withinPortal>
      <span className="nf-side-label">{shown}</span>
    </Tooltip>
  )
}
