import { findRouters } from '@nightflow/schemas/platform/session-calls'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { type Menu, menuOf } from '#shell/menu-tree.ts'

/** Loaded once: the routes are built from it, and a new menu is shown after the next sign-in or reload. */
export const menuQuery = queryOptions({
  queryKey: ['menu'],
  queryFn: async ({ signal }): Promise<Menu> => menuOf(await call(findRouters, {}, signal)),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The menu of the person. Only below the signed-in route, which has loaded it before it shows anything. */
export const useMenu = (): Menu => useSuspenseQuery(menuQuery).data
