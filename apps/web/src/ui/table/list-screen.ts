import { type ComponentType, lazy } from 'react'
import { loadPart } from '#api/language.ts'
import type { ScreenEntry, ScreenProps } from '#ui/screen-entry.ts'
import { listSearch } from '#ui/table/list-search.ts'

/** A resource's screen that is loaded when first shown; its address says page, order, columns and filters. */
export const listScreen = (load: () => Promise<ComponentType<ScreenProps>>): ScreenEntry => ({
  search: listSearch,
  component: lazy(async () => ({ default: await loadPart(load) })),
})
