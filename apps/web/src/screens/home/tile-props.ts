import type { UsageChoice } from '#dashboard/usage-choice.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'

export type TileProps = Pick<ScreenProps<Partial<UsageChoice>>, 'search' | 'onSearch'> & {
  /** Called by the first tile once it is known whether it has anything to show. */
  onKnown: () => void
  /** The tiles in sight are complete: what is not seen at first can be loaded. */
  isComplete: boolean
}
