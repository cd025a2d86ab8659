import { partsOfRole, roleStore } from '@nightflow/platform/people/roles'
import { type MenuReader, menuStore, menusOf } from '@nightflow/platform/settings/menus'
import { treeOf } from '@nightflow/platform/storage/tree-table'
import { MenuType, type menus } from '@nightflow/schemas/platform/menu'
import * as session from '@nightflow/schemas/platform/session-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { languages, type Texts } from '@nightflow/schemas/shared/language'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import { noParent, type TreeNode } from '@nightflow/schemas/shared/tree-place'
import type { RequestContext } from '../http/request-context.ts'
import { holdsEverything } from '../http/scope.ts'
import { ask, type Route } from '../http/serve.ts'
import { buildRouters } from './build-routers.ts'
import { iconForClients } from './client-icons.ts'
import { sortRoute } from './sort-route.ts'
import { treeRoutes } from './tree-routes.ts'

type Row = RowOf<typeof menus>
type Typed = FormOf<typeof menus>

const titleOf = ({ titles }: { titles: { [language: string]: string } }, { language }: RequestContext): string => titles[language] ?? ''

const readerOf = (context: RequestContext): MenuReader => ({
  userId: context.caller.userId,
  permissions: context.caller.permissions,
  holdsEverything: holdsEverything(context),
  isPlatform: context.caller.tenant === platformTenant,
  isVisit: context.caller.tenant !== context.caller.homeTenant,
})

/** Menus that a person may give to a role: their own. */
const menusToGive = async (context: RequestContext): Promise<TreeNode[]> => {
  const menus = await context.read((database) => menusOf(database, readerOf(context)))
  return treeOf(menus, 'menuId', (row) => titleOf(row, context))
}

/** A role that has a menu has its permission: writing a menu grants it, and removing one revokes it, like those of a role. */
const refusePermsBeyond = (perms: readonly unknown[], context: RequestContext): Rejection | undefined => {
  const given = perms.filter((permission) => permission !== null && permission !== undefined && permission !== '')
  return holdsEverything(context) || given.every((permission) => context.caller.permissions.has(String(permission)))
    ? undefined
    : rejected('beyond-own-rights')
}

/** A menu that the service brings is put out of use or hidden; removed, it would come back with the next start. */
const keepBuiltIn = async (ids: readonly number[], context: RequestContext): Promise<Rejection | undefined> => {
  const rows = await context.read(async (database) => {
    // One after the other: a connection answers one question at a time.
    const found = []
    for (const id of ids) found.push(await menuStore.find(database, id))
    return found
  })
  if (rows.some((row) => row && row.menuKey !== null)) return rejected('built-in-stays')
  return refusePermsBeyond(
    rows.map((row) => row?.perms),
    context,
  )
}

const mayStandBelow: Record<string, readonly string[]> = {
  [MenuType.enum.directory]: [MenuType.enum.directory],
  [MenuType.enum.page]: [MenuType.enum.directory],
  [MenuType.enum.button]: [MenuType.enum.page, MenuType.enum.directory],
}

/** Below a page or a button, a page would never be shown. */
const refuseUnsuitable = async (
  { parentId, menuType, perms, titles, menuName }: Typed,
  context: RequestContext,
  id: number | undefined,
): Promise<Rejection | undefined> => {
  if (id === undefined && titles === undefined && menuName === undefined) return rejected('label-missing')
  const [parent, seen] = await context.read(async (database) => [
    await menuStore.find(database, parentId ?? noParent),
    id === undefined ? undefined : await menuStore.find(database, id),
  ])
  if (parent && !mayStandBelow[menuType]?.includes(parent.menuType)) return rejected('parent-unsuitable')
  return refusePermsBeyond([perms, seen?.perms], context)
}

/** Titles as they were typed: in all languages, or as `menuName` in the reader's own; a language without one takes the writer's. */
const titlesWritten = ({ menuName, titles, ...values }: Typed, { language }: RequestContext, seen: Row | undefined): Typed => {
  const known: Partial<Texts> = { ...seen?.titles, ...titles }
  if (menuName === undefined) return { ...values, titles: titles ?? seen?.titles }
  const every = Object.fromEntries(languages.map((each) => [each, known[each] ?? menuName])) as Texts
  return { ...values, titles: { ...every, [language]: menuName } }
}

export const menuRoutes: readonly Route[] = [
  ask(session.findRouters, async (_, context) =>
    buildRouters(
      (await context.read((database) => menusOf(database, readerOf(context)))).map((menu) =>
        context.isOwnClient ? menu : { ...menu, icon: iconForClients(menu.icon) },
      ),
      context.language,
    ),
  ),
  ask(resourceCalls.menus.roleMenuTreeselect, async ({ roleId }, context) => {
    const parts = await context.read(async (database) =>
      (await roleStore.find(database, roleId)) ? partsOfRole(database, roleId) : undefined,
    )
    return parts && { menus: await menusToGive(context), checkedKeys: parts.menuIds }
  }),
  sortRoute(resourceCalls.menus.updateSort, { ids: 'menuIds', store: menuStore }),
  ...treeRoutes(resourceCalls.menus, menuStore, {
    written: titlesWritten,
    tell: (row, context) => ({ ...row, menuName: titleOf(row, context) }),
    label: titleOf,
    choices: menusToGive,
    before: refuseUnsuitable,
    beforeRemoving: keepBuiltIn,
  }),
]
