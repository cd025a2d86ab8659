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

/** A menu that the service brings is put out of use or hidden; removed, it would come back with the next start. */
const keepBuiltIn = async (ids: readonly number[], { read }: Asked): Promise<Rejection | undefined> => {
  const rows = await read((database) => Promise.all(ids.map((id) => menuStore.find(database, id))))
  return rows.some((row) => row && row.menuKey !== null) ? rejected('built-in-stays') : undefined
}

const mayStandBelow: Record<string, readonly string[]> = { M: ['M'], C: ['M'], F: ['C', 'M'] }

/** Below a page or a button, a page would never be shown. */
const refuseUnsuitable = async ({ parentId, menuType }: Row, { read }: Asked): Promise<Rejection | undefined> => {
  const parent = await read((database) => menuStore.find(database, Number(parentId ?? noParent)))
  return parent && !mayStandBelow[String(menuType)]?.includes(String(parent.menuType)) ? rejected('parent-unsuitable') : undefined
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
