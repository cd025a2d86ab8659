import { type ComponentType, lazy } from 'react'
import { listSearch } from '#ui/list-search.ts'
import type { ScreenEntry, ScreenProps } from '#ui/screen-entry.ts'

/** A resource's screen that is loaded when first shown; its address says page, order, columns and filters. */
export const listScreen = (load: () => Promise<ComponentType<ScreenProps>>): ScreenEntry => ({
  search: listSearch,
  component: lazy(async () => ({ default: await load() })),
})
