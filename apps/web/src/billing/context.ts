import type { ScreenEntry } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

/** Screens of the context by the `component` that the menu names. Those of more than one context are put together in `screens`. */
export const screens: Record<string, ScreenEntry> = {
  'billing/trial-balance': listScreen(async () => (await import('./ledger-report-resources.tsx')).TrialBalanceScreen),
  'billing/aged-receivables': listScreen(async () => (await import('./aged-receivables-screen.tsx')).AgedReceivablesScreen),
  'billing/vat': listScreen(async () => (await import('./ledger-report-resources.tsx')).VatScreen),
  'billing/revenue': listScreen(async () => (await import('./ledger-report-resources.tsx')).RevenueScreen),
}
