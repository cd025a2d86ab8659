import { investigationSearch } from '#leakage/investigation/investigation-choice.ts'
import { nightFlowSearch } from '#leakage/night-flow/night-flow-choice.ts'
import { type ScreenEntry, screen } from '#ui/screen-entry.ts'

/** Screens of the context by the `component` that the menu names. Those of more than one context are put together in `screens`. */
export const screens: Record<string, ScreenEntry> = {
  'leakage/investigation': screen(
    investigationSearch,
    async () => (await import('./investigation/investigation-screen.tsx')).InvestigationScreen,
  ),
  'leakage/night-flow': screen(nightFlowSearch, async () => (await import('./night-flow/night-flow-screen.tsx')).NightFlowScreen),
}
