/**
 * The pages that work without a network. Their session may end on the server without them: they renew none, and no dialog takes the place of what is
 * being typed.
 */
export const roundsPath = '/readMeter/rounds'
/** The orders of a crew. */
export const crewPath = '/workOrder/mine'
/** Built by `offline-shell.ts` of the web's build. */
export const roundsWorkerPath = '/rounds-worker.js'

export const isOfflinePage = (pathname: string): boolean =>
  [roundsPath, crewPath].some((path) => pathname === path || pathname.startsWith(`${path}/`))
