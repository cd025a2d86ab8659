import { type ComponentType, lazy } from 'react'
import type { ScreenEntry, ScreenProps } from '#shell/screen-entry.ts'
import { registerSearch } from '#ui/register-search.ts'

/** A register's screen that is loaded when first shown; its address says page, order, columns and filters. */
export const registerScreen = (load: () => Promise<ComponentType<ScreenProps>>): ScreenEntry => ({
  search: registerSearch,
  component: lazy(async () => ({ default: await load() })),
})
