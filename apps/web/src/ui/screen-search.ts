import { useSearch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'

/** What the address says to the screen around; a hidden screen keeps what its own address said. */
export const ScreenSearch = createContext<Record<string, unknown> | undefined>(undefined)

/** The search parameters of the screen around; without one, those of the shown route. */
export function useScreenSearch<Search extends object>(): Search {
  const ofRoute: Record<string, unknown> = useSearch({ strict: false })
  return (useContext(ScreenSearch) ?? ofRoute) as Search
}
