import { useSyncExternalStore } from 'react'

const watchNetwork = (listener: () => void): (() => void) => {
  for (const change of ['online', 'offline']) window.addEventListener(change, listener)
  return () => {
    for (const change of ['online', 'offline']) window.removeEventListener(change, listener)
  }
}

/** Whether the browser has a network; a service that does not answer may be behind it all the same. */
export const useIsOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine)
