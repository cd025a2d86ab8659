import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { ProblemError } from '#api/problem-error.ts'
import { sessionQuery } from '#session/session-query.ts'
import { currentToken } from '#session/token.ts'
import { dayRangeSearch } from '#ui/day-range.ts'
import { tableSearch } from '#ui/table-state.ts'
import { NotFoundScreen, RouteError } from './fallback-screens.tsx'
import { queryClient } from './query-client.ts'

/** The map of screens. Every filter, range and selection is a search parameter, so that every view is a link. */

const text = z.string().max(256).optional().catch(undefined)
const word = z
  .union([z.string().max(64), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)
const position = z.number().int().optional().catch(undefined)

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ notFoundComponent: NotFoundScreen, errorComponent: RouteError })

const signInRoute = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({ redirect: text }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'SignIn'),
})

/** Everything below needs a session; without one, sign in first and come back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location, context }) => {
    if (!currentToken()) throw redirect({ to: '/sign-in', search: { redirect: location.href } })
    try {
      await context.queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) throw redirect({ to: '/sign-in', search: { redirect: location.href } })
      throw error
    }
  },
  component: lazyRouteComponent(() => import('./screens.tsx'), 'SignedIn'),
  notFoundComponent: NotFoundScreen,
  errorComponent: RouteError,
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/leakage' })
  },
})

const leakageRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/leakage',
  validateSearch: z.object({ partition: word, asOf: word, ...dayRangeSearch, ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Leakage'),
})

const mapRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/map',
  validateSearch: z.object({ partition: word, meters: z.literal('hidden').optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'NetworkMap'),
})

const metersRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/meters',
  validateSearch: z.object({ search: word, partition: word, after: word, ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Meters'),
})

const meterRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/meters/$number',
  validateSearch: z.object({ ...dayRangeSearch, ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Meter'),
})

const quarantineRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/quarantine',
  validateSearch: z.object({ before: position, ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Quarantine'),
})

const unclaimedRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/unclaimed',
  validateSearch: z.object({ after: word, ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Unclaimed'),
})

const eventsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit/events',
  validateSearch: z.object({ stream: text, type: text, before: position, position, ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Events'),
})

const streamsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit/streams',
  validateSearch: z.object({ search: word, after: text, ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Streams'),
})

const jobsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit/jobs',
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Jobs'),
})

const timeTravelRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit/time-travel',
  validateSearch: z.object({ partition: word, asOf: word, ...dayRangeSearch, ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'TimeTravel'),
})

const gatewaysRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/gateways',
  validateSearch: z.object({ ...tableSearch }),
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Gateways'),
})

const tree = root.addChildren([
  signInRoute,
  signedIn.addChildren([
    home,
    leakageRoute,
    mapRoute,
    metersRoute,
    meterRoute,
    quarantineRoute,
    unclaimedRoute,
    eventsRoute,
    streamsRoute,
    jobsRoute,
    timeTravelRoute,
    gatewaysRoute,
  ]),
])

export const router = createRouter({ routeTree: tree, context: { queryClient }, scrollRestoration: true, defaultPreload: false })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
