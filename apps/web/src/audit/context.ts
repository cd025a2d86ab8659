import { type ScreenEntry, screen } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

/** Screens of the context by the `component` that the menu names. Those of more than one context are put together in `screens`. */
export const screens: Record<string, ScreenEntry> = {
  'audit/money-proofs': screen({}, async () => (await import('./money-proofs-screen.tsx')).MoneyProofsScreen),
  'audit/streams': listScreen(async () => (await import('./streams-screen.tsx')).StreamsScreen),
}
