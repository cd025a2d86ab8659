import { roundsPath, roundsWorkerPath } from '#session/offline-pages.ts'

/**
 * The worker that shows the pages of rounds without a network. It serves no other page. Browsers have none on pages over plain HTTP: there the page
 * works while it stays open.
 */
export const registerRoundWorker = (): void => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  navigator.serviceWorker.register(roundsWorkerPath, { scope: roundsPath, updateViaCache: 'none' }).catch(() => undefined)
}
