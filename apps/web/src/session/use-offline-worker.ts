import { useEffect, useState } from 'react'
import { roundsWorkerPath } from '#session/offline-pages.ts'

/**
 * Installs the worker that shows the pages below an address without a network; it serves no other page. False where the browser refuses it, as on plain
 * HTTP: there the page works while it stays open. Undefined until that is known.
 */
export const useOfflineWorker = (scope: string): boolean | undefined => {
  const [isInstalled, setIsInstalled] = useState<boolean>()
  useEffect(() => void register(scope).then(setIsInstalled), [scope])
  return isInstalled
}

const register = async (scope: string): Promise<boolean> => {
  // The development server has no list of files.
  if (import.meta.env.DEV) return true
  if (!('serviceWorker' in navigator)) return false
  try {
    await navigator.serviceWorker.register(roundsWorkerPath, { scope, updateViaCache: 'none' })
    return true
  } catch {
    return false
  }
}
