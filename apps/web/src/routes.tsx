import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { loadPart } from '#api/language.ts'
import { currentToken, forgetTokenSilently } from '#api/token.ts'
import { crewPath, roundsPath } from '#session/offline-pages.ts'
import { isPageLeaving } from '#session/page-leave.ts'
import { infoQuery } from '#session/session-query.ts'
import { menuQuery } from '#shell/menu-query.ts'
import type { MenuScreen } from '#shell/menu-tree.ts'
import { ScreenHost } from '#shell/screen-host.tsx'
import { AppRoot } from './app-root.tsx'
import { queryClient } from './query-client.ts'
import { screenOf } from './screen-registry.tsx'
import { NoAccessScreen, NotFoundScreen, RouteError, UnknownScreen } from './screens/fallback-screens.tsx'

/**
 * The map of screens: those of fixed address here, all others from the menu that the server gives after sign-in. Every filter, range and
 * selection is a search parameter, so that every view is a link.
 */

const text = z.string().max(2000).optional().catch(undefined)

/** The routes anew for a menu; undefined before it is known. */
const buildRoutes = (screens: readonly MenuScreen[] | undefined): AnyRoute => {
  const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
    component: AppRoot,
    notFoundComponent: NotFoundScreen,
    errorComponent: RouteError,
  })
  const openRoutes = [
    createRoute({
      getParentRoute: () => root,
      path: '/login',
      validateSearch: z.object({ redirect: text }),
      beforeLoad: () => {
        if (currentToken()) throw redirect({ to: '/', replace: true })
      },
      component: lazyRouteComponent(() => import('./screens/sign-in-screens.tsx'), 'SignIn'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/register',
      component: lazyRouteComponent(() => loadPart(() => import('./screens/register-screens.tsx')), 'Register'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/leakNotices',
      validateSearch: z.object({ link: text }),
      component: lazyRouteComponent(() => loadPart(() => import('./screens/register-screens.tsx')), 'LeakNotices'),
    }),
    ...['/pay', '/pay/$tenant'].map((path) =>
      createRoute({
        getParentRoute: () => root,
        path,
        component: lazyRouteComponent(() => loadPart(() => import('./screens/pay-screens.tsx')), 'Pay'),
      }),
    ),
    createRoute({
      getParentRoute: () => root,
      path: '/request/$tenant',
      component: lazyRouteComponent(() => loadPart(() => import('./screens/request-screens.tsx')), 'Requests'),
    }),
    screenRoute(root, '/cascadeScreen', 'cascadeScreen'),
    // Without the frame, whose menu and session come from the service: these pages work without a network.
    createRoute({
      getParentRoute: () => root,
      path: roundsPath,
      component: lazyRouteComponent(() => loadPart(() => import('#metering/round/rounds-screen.tsx')), 'RoundsScreen'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: crewPath,
      component: lazyRouteComponent(() => loadPart(() => import('./screens/crew-screen.tsx')), 'CrewScreen'),
    }),
    createRoute({
      getParentRoute: () => root,
      path: `${roundsPath}/$walkById`,
      beforeLoad: ({ params }) => {
        if (!/^\d{1,15}$/.test((params as { walkById: string }).walkById)) throw redirect({ to: '/404', replace: true })
      },
      component: lazyRouteComponent(() => loadPart(() => import('#metering/round/round-screen.tsx')), 'RoundScreen'),
    }),
  ]
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: async ({ location, context }) => {
      if (!currentToken()) throw redirect({ to: '/login', search: { redirect: location.href } })
      if (screens && context.queryClient.getQueryData(menuQuery.queryKey)) return
      await learnWhoAndWhere(context.queryClient)
      throw redirect({ href: location.href, replace: true })
    },
    component: lazyRouteComponent(() => loadPart(() => import('./signed-in.tsx'), []), 'SignedIn'),
    errorComponent: RouteError,
  })
  return root.addChildren([...openRoutes, signedIn.addChildren([...fixedRoutes(signedIn), ...menuRoutes(signedIn, screens ?? [])])])
}

/** The session and the menu. When they cannot be loaded, the person is signed out here and sees the reason. */
const learnWhoAndWhere = async (client: QueryClient): Promise<void> => {
  try {
    const [{ screens }] = await Promise.all([client.ensureQueryData(menuQuery), client.ensureQueryData(infoQuery)])
    router.update({ ...router.options, routeTree: buildRoutes(screens) })
  } catch (error) {
    if (isPageLeaving() || isCancelledError(error)) throw error
    // The call has announced what went wrong.
    forgetTokenSilently()
    client.clear()
    throw redirect({ to: '/', replace: true })
  }
}

const fixedPaths = [
  '/index',
  '/404',
  '/401',
  '/user/profile',
  '/help',
  '/dict/type/data/$dictId',
  '/development/parts',
  '/redirect/$',
  '/',
  '/$',
]

const fixedRoutes = (parent: AnyRoute): AnyRoute[] => {
  const at = (path: string, options: object) => createRoute({ getParentRoute: () => parent, path, ...options })
  return [
    at('/', {
      beforeLoad: () => {
        throw redirect({ to: '/index', replace: true })
      },
    }),
    screenRoute(parent, '/index', 'index'),
    at('/404', { component: NotFoundScreen }),
    at('/401', { component: NoAccessScreen }),
    at('/redirect/$', { component: lazyRouteComponent(() => loadPart(() => import('#shell/redirect-screen.tsx')), 'RedirectScreen') }),
    at('/user/profile', { component: lazyRouteComponent(() => loadPart(() => import('#platform/profile-screen.tsx')), 'ProfileScreen') }),
    at('/help', {
      validateSearch: z.object({ guide: text }),
      component: lazyRouteComponent(() => loadPart(() => import('./screens/help-screen.tsx')), 'HelpScreen'),
    }),
    screenRoute(parent, '/dict/type/data/$dictId', 'system/dict/data', { isPossible: ({ dictId }) => /^\d{1,15}$/.test(dictId ?? '') }),
    screenRoute(parent, '/development/parts', 'development/parts'),
    at('/$', {
      beforeLoad: async ({ location }: { location: { pathname: string } }) => {
        const { isForbidden } = await import('./forbidden-addresses.ts')
        throw redirect({ to: isForbidden(location.pathname) ? '/401' : '/404', replace: true })
      },
    }),
  ]
}

const menuRoutes = (parent: AnyRoute, screens: readonly MenuScreen[]): AnyRoute[] =>
  screens
    .filter(({ path }) => !fixedPaths.includes(path))
    .map(({ path, component, title, link }) => screenRoute(parent, path, component, { title, ...(link && { link }) }))

type About = {
  title?: string
  link?: string /** Which parameters an address may have; others are no address. */
  isPossible?: (params: Record<string, string | undefined>) => boolean
}

/** A screen of the registry at an address. One that this build does not have says so. */
const screenRoute = (parent: AnyRoute, path: string, component: string, { isPossible, ...about }: About = {}): AnyRoute => {
  const entry = about.link === undefined ? screenOf(component) : undefined
  return createRoute({
    getParentRoute: () => parent,
    path,
    ...(entry && { validateSearch: entry.search, staticData: { entry } }),
    ...(isPossible && {
      beforeLoad: ({ params }: { params: Record<string, string | undefined> }) => {
        if (!isPossible(params)) throw redirect({ to: '/404', replace: true })
      },
    }),
    component: entry ? () => <ScreenHost entry={entry} /> : () => <UnknownScreen component={component} {...about} />,
  })
}

export const router = createRouter({
  routeTree: buildRoutes(undefined),
  context: { queryClient },
  scrollRestoration: true,
  defaultPreload: false,
})
