import { useSearch } from '@tanstack/react-router'
import { createContext, useContext } from 'react'

/** Search parameters of the address for the screen around; a hidden screen keeps those of its own address. */
export const ScreenSearch = createContext<object | undefined>(undefined)

/** The search parameters of the screen around; without one, those of the shown route. */
export function useScreenSearch<Search extends object>(): Search {
  const ofRoute: object = useSearch({ strict: false })
  return (useContext(ScreenSearch) ?? ofRoute) as Search
}
