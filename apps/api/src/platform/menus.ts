import { type MenuReader, menuStore, menusOf } from '@nightflow/projections/platform/menus'
import { partsOfRole, roleStore } from '@nightflow/projections/platform/roles'
import { treeOf } from '@nightflow/projections/platform/tree-table'
import { registers } from '@nightflow/schemas/platform/registers'
import * as session from '@nightflow/schemas/platform/session-calls'
import { platformTenant } from '@nightflow/schemas/shared/permissions'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { noParent, type TreeNode } from '@nightflow/schemas/shared/tree-register'
import type { Asked } from '../shared/asked.ts'
import { holdsEverything } from '../shared/scope.ts'
import { ask, type Route } from '../shared/serve.ts'
import { buildRouters } from './build-routers.ts'
import { treeRoutes } from './tree-routes.ts'

type Row = Record<string, unknown>

const titleOf = (row: Row, { language }: Asked): string => (row.titles as Record<string, string>)[language] ?? ''

const readerOf = (asked: Asked): MenuReader => ({
  userId: asked.caller.userId,
  permissions: asked.caller.permissions,
  holdsEverything: holdsEverything(asked),
  isPlatform: asked.caller.tenant === platformTenant,
})

/** What somebody may give to a role: the menus that they have themselves. */
const menusToGive = async (asked: Asked): Promise<TreeNode[]> => {
  const menus = await asked.read((database) => menusOf(database, readerOf(asked)))
  return treeOf(menus, 'menuId', (row) => titleOf(row, asked))
}

/** A role that has a menu has its permission: whoever writes one gives it, and whoever removes one takes it, like those of a role. */
const refusePermsBeyond = (perms: readonly unknown[], asked: Asked): Rejection | undefined => {
  const given = perms.filter((permission) => permission !== null && permission !== undefined && permission !== '')
  return holdsEverything(asked) || given.every((permission) => asked.caller.permissions.has(String(permission)))
    ? undefined
    : rejected('beyond-own-rights')
}

/** A menu that the service brings is put out of use or hidden; removed, it would come back with the next start. */
const keepBuiltIn = async (ids: readonly number[], asked: Asked): Promise<Rejection | undefined> => {
  const rows = await asked.read((database) => Promise.all(ids.map((id) => menuStore.find(database, id))))
  if (rows.some((row) => row && row.menuKey !== null)) return rejected('built-in-stays')
  return refusePermsBeyond(
    rows.map((row) => row?.perms),
    asked,
  )
}

const mayStandBelow: Record<string, readonly string[]> = { M: ['M'], C: ['M'], F: ['C', 'M'] }

/** Below a page or a button, a page would never be shown. */
const refuseUnsuitable = async (
  { parentId, menuType, perms }: Row,
  asked: Asked,
  id: number | undefined,
): Promise<Rejection | undefined> => {
  const [parent, seen] = await asked.read(async (database) => [
    await menuStore.find(database, Number(parentId ?? noParent)),
    id === undefined ? undefined : await menuStore.find(database, id),
  ])
  if (parent && !mayStandBelow[String(menuType)]?.includes(String(parent.menuType))) return rejected('parent-unsuitable')
  return refusePermsBeyond([perms, seen?.perms], asked)
}

export const menuRoutes: readonly Route[] = [
  ask(session.findRouters, async (_, asked) =>
    buildRouters(await asked.read((database) => menusOf(database, readerOf(asked))), asked.language),
  ),
  ask(registers.menus.roleMenuTreeselect, async ({ roleId }, asked) => {
    const parts = await asked.read(async (database) =>
      (await roleStore.find(database, roleId)) ? partsOfRole(database, roleId) : undefined,
    )
    return parts && { menus: await menusToGive(asked), checkedKeys: parts.menuIds }
  }),
  ...treeRoutes(registers.menus, menuStore, {
    tell: (row, asked) => ({ ...row, menuName: titleOf(row, asked) }),
    label: titleOf,
    choices: menusToGive,
    before: refuseUnsuitable,
    beforeRemoving: keepBuiltIn,
  }),
]
