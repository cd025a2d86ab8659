import type { RouterEntry } from '@nightflow/schemas/platform/session-calls'

/** One step of the way to a screen. Only a step with an address is a link. */
export type Crumb = { title: string; to?: string }

/** A screen that the menu gives a person, hidden ones included. */
export type MenuScreen = {
  /** Address as the router writes it: `/device/meters/$number`. */
  path: string
  /** Its key in the registry of screens. */
  component: string
  title: string
  trail: Crumb[]
  /** A tab does not keep its filters when it is left. */
  isNotKept: boolean
  /** Address of a foreign page that is shown inside. */
  link?: string
}

export type MenuItem = {
  key: string
  title: string
  icon: string
  /** Address of a screen, or of a page elsewhere as it was given. Directories have none. */
  to?: string
  search?: Record<string, string>
  /** Opens in a tab of its own: pages elsewhere, and the wall screen. */
  isApart?: true
  children: MenuItem[]
}

export type Menu = {
  items: MenuItem[]
  screens: MenuScreen[]
  /** The entries below the three places that the service treats apart. */
  gatewayList: MenuItem[]
  tenantList: MenuItem[]
  readMeterList: MenuItem[]
}

/** The wall screen is outside of the shell, wherever the menu has it. */
export const wallScreen = 'cascadeScreen'

export const isExternal = (path: string): boolean => /^(https?:|mailto:|tel:)/.test(path)

export const resolvePath = (base: string, path: string): string => {
  if (isExternal(path)) return path
  if (path.replace(/^\//, '') === wallScreen) return `/${wallScreen}`
  if (path.startsWith('/')) return path
  return `${base.replace(/\/$/, '')}/${path}`.replace(/\/$/, '') || '/'
}

/** `:number` as the server writes it is `$number` to the router; `:number?` may be absent. */
const routerPath = (path: string): string => path.replace(/:(\w+)\?/g, '{-$$$1}').replace(/:(\w+)/g, '$$$1')

/** Entries of the sidebar and targets of the router, in the server's order. */
export const menuOf = (entries: readonly RouterEntry[]): Menu => {
  const items = itemsOf(entries, '')
  const below = (path: string): MenuItem[] =>
    itemsOf(entries.find((entry) => `/${entry.path.replace(/^\//, '')}` === path)?.children ?? [], path)
  return {
    items,
    screens: firstOfEachPath(screensOf(entries, '', [])),
    gatewayList: below('/gateway'),
    tenantList: below('/tenant'),
    readMeterList: below('/readMeter'),
  }
}

const isVisible = ({ hidden }: RouterEntry): boolean => hidden !== true

const itemsOf = (entries: readonly RouterEntry[], base: string): MenuItem[] =>
  entries.filter(isVisible).flatMap((entry) => itemOf(entry, base))

/** A directory with one visible child is that child; one without any is not there. */
const itemOf = (entry: RouterEntry, base: string): MenuItem[] => {
  const to = addressOf(entry, base)
  if (entry.children === undefined || entry.children.length === 0) return isPlace(entry) ? [leafOf(entry, to)] : []
  const children = itemsOf(entry.children, to)
  if (children.length === 1) return [{ ...children[0]!, icon: children[0]!.icon || (entry.meta?.icon ?? '') }]
  if (children.length === 0) return []
  return [{ key: to, title: entry.meta?.title ?? entry.name ?? to, icon: entry.meta?.icon ?? '', children }]
}

/** Somewhere to go: a directory whose children are all forbidden is nowhere. */
const isPlace = ({ component, path, meta }: RouterEntry): boolean =>
  isExternal(path) || meta?.link !== undefined || (component !== undefined && component !== 'Layout' && component !== 'ParentView')

const addressOf = ({ path, component, meta }: RouterEntry, base: string): string =>
  meta?.link !== undefined && component !== 'InnerLink' ? meta.link : resolvePath(base, path)

const leafOf = ({ meta, name, query }: RouterEntry, to: string): MenuItem => ({
  key: to,
  title: meta?.title ?? name ?? to,
  icon: meta?.icon ?? '',
  to,
  ...(query && { search: searchOf(query) }),
  ...((isExternal(to) || to === `/${wallScreen}`) && { isApart: true as const }),
  children: [],
})

/** The menu's `query` is JSON that an operator typed; what cannot be read is no query. */
const searchOf = (query: string): Record<string, string> => {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(query) as object).map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}

const screensOf = (entries: readonly RouterEntry[], base: string, above: readonly Crumb[]): MenuScreen[] =>
  entries.flatMap((entry) => {
    const path = addressOf(entry, base)
    const title = entry.meta?.title
    const redirect = entry.redirect && entry.redirect !== 'noRedirect' ? entry.redirect : undefined
    const crumb: Crumb[] = title === undefined ? [] : [{ title, ...(redirect && { to: redirect }) }]
    if (entry.children?.length) return screensOf(entry.children, path, [...above, ...crumb])
    if (!isPlace(entry) || isExternal(path) || path === `/${wallScreen}`) return []
    const parent = entries.find((other) => other !== entry && !isExternal(other.path) && path.startsWith(`${addressOf(other, base)}/`))
    // A page that is below another, such as one meter below the list of meters, names it.
    const back: Crumb[] = parent?.meta ? [{ title: parent.meta.title }] : []
    return [
      {
        path: routerPath(path),
        component: entry.component ?? '',
        title: title ?? entry.name ?? path,
        trail: [...above, ...back, { title: title ?? entry.name ?? path }],
        isNotKept: entry.meta?.noCache === true,
        ...(entry.meta?.link && { link: entry.meta.link }),
      },
    ]
  })

const firstOfEachPath = (screens: readonly MenuScreen[]): MenuScreen[] =>
  [...new Map(screens.toReversed().map((screen) => [screen.path, screen])).values()].toReversed()
