import { useSearch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'

/** What the address says to the screen around; a hidden screen keeps what its own address said. */
export const ScreenSearch = createContext<object | undefined>(undefined)

/** The search parameters of the screen around; without one, those of the shown route. */
export function useScreenSearch<Search extends object>(): Search {
  const ofRoute: object = useSearch({ strict: false })
  return (useContext(ScreenSearch) ?? ofRoute) as Search
}
