import type { UsageChoice } from '#dashboard/usage-choice.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'

export type TileProps = Pick<ScreenProps<Partial<UsageChoice>>, 'search' | 'onSearch'>
