import type { Menu } from '@nightflow/platform/settings/menus'
import { MenuCache, MenuFrame, MenuPath, MenuType, MenuVisibility } from '@nightflow/schemas/platform/menu'
import type { RouterEntry } from '@nightflow/schemas/platform/session-calls'
import type { Language } from '@nightflow/schemas/shared/language'
import { noParent } from '@nightflow/schemas/shared/tree-place'

type Node = Menu & { children: Node[] }

const isAddress = (path: string): boolean => /^https?:\/\//.test(path)
const isTop = ({ parentId }: Menu): boolean => parentId === noParent
const staysInside = ({ isFrame }: Menu): boolean => isFrame === MenuFrame.enum.inside
/** A page without a directory, which the client shows inside the layout all the same. */
const isTopPage = (menu: Menu): boolean => isTop(menu) && menu.menuType === MenuType.enum.page && staysInside(menu)
/** Another service's page inside a frame of ours. */
const isInnerLink = (menu: Menu): boolean => staysInside(menu) && isAddress(menu.path)

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
/** An address as a part of a path: no scheme, no dots. */
const asPath = (address: string): string =>
  address
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replaceAll(/[.:]/g, '/')

const nameOf = (menu: Menu): string => (isTopPage(menu) ? '' : capitalised(menu.routeName || menu.path))

const pathOf = (menu: Menu): string => {
  if (isTopPage(menu)) return '/'
  if (!isTop(menu)) return isInnerLink(menu) ? asPath(menu.path) : menu.path
  return menu.menuType === MenuType.enum.directory && staysInside(menu) ? `/${menu.path}` : menu.path
}

const componentOf = (menu: Menu): string => {
  if (menu.component && !isTopPage(menu)) return menu.component
  if (!menu.component && !isTop(menu) && isInnerLink(menu)) return 'InnerLink'
  return !menu.component && !isTop(menu) && menu.menuType === MenuType.enum.directory ? 'ParentView' : 'Layout'
}

/**
 * A directory in which a person has no page at all is not shown to them, and neither is a row that the form would refuse today: browsers skip
 * control characters, so that `java<tab>script:` would be run.
 */
const nodesBelow = (menus: readonly Menu[], parentId: number): Node[] =>
  menus
    .filter((menu) => menu.parentId === parentId && menu.menuType !== MenuType.enum.button && MenuPath.safeParse(menu.path).success)
    .map((menu) => ({ ...menu, children: nodesBelow(menus, menu.menuId) }))
    .filter((node) => node.menuType !== MenuType.enum.directory || node.children.length > 0 || isAddress(node.path))

/**
 * A menu as the clients of the back office build their routes from it. Directories at the top carry the layout and a slash, entries
 * below are relative; empty ones are left out.
 */
export const buildRouters = (menus: readonly Menu[], language: Language): RouterEntry[] => {
  const metaOf = (menu: Menu, link?: string) => ({
    title: menu.titles[language] ?? menu.titles.en ?? '',
    ...(menu.icon && { icon: menu.icon }),
    noCache: menu.isCache === MenuCache.enum.dropped,
    ...(link && { link }),
  })

  const entryOf = (node: Node): RouterEntry => {
    const name = nameOf(node)
    const entry: RouterEntry = {
      ...(name && { name }),
      path: pathOf(node),
      hidden: node.visible === MenuVisibility.enum.hidden,
      component: componentOf(node),
      ...(node.query && { query: node.query }),
      meta: metaOf(node, isAddress(node.path) ? node.path : undefined),
    }
    if (node.menuType === MenuType.enum.directory && node.children.length > 0)
      return { ...entry, alwaysShow: true, redirect: 'noRedirect', children: node.children.map(entryOf) }
    if (isTop(node) && isInnerLink(node)) return { ...entry, meta: metaOf(node), path: '/', children: [frameOf(node)] }
    if (!isTopPage(node)) return entry
    const { meta, query: _, ...around } = entry
    return { ...around, children: [pageOf(node, meta)] }
  }

  const pageOf = (node: Node, meta: RouterEntry['meta']): RouterEntry => ({
    path: node.path,
    ...(node.component && { component: node.component }),
    name: capitalised(node.routeName || node.path),
    ...(meta && { meta }),
    ...(node.query && { query: node.query }),
  })

  const frameOf = (node: Node): RouterEntry => {
    const path = asPath(node.path)
    return { path, component: 'InnerLink', name: capitalised(node.routeName || path), meta: metaOf(node, node.path) }
  }

  return nodesBelow(menus, noParent).map(entryOf)
}
