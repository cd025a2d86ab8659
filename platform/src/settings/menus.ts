import { type DefaultMenu, defaultMenus } from '@nightflow/schemas/default-menus'
import { type MenuCache, type MenuFrame, MenuType, MenuVisibility, menus } from '@nightflow/schemas/platform/menu'
import { InUse } from '@nightflow/schemas/shared/lists'
import { visitPermissions } from '@nightflow/schemas/shared/may-do'
import { noParent, treeRowsMax } from '@nightflow/schemas/shared/tree-place'
import { followDefaults, isAsShipped } from '../storage/follow-defaults.ts'
import type { Queryable } from '../storage/platform-tables.ts'
import { treeStoreOf } from '../storage/tree-table.ts'

/** A menu as roles and routes are made of it. */
export type Menu = {
  menuId: number
  parentId: number
  titles: Record<string, string>
  orderNum: number
  path: string
  component: string | null
  query: string | null
  routeName: string | null
  isFrame: MenuFrame
  isCache: MenuCache
  menuType: MenuType
  visible: MenuVisibility
  perms: string | null
  icon: string | null
}

/** All menus; operators write them, all users read them. */
export const menuStore = treeStoreOf(menus, { columns: { menuName: 'titles' } })

/** The caller: the permissions held, and whether they belong to the platform's operators, at home or on a visit. */
export type MenuReader = {
  userId: number | null
  permissions: ReadonlySet<string>
  holdsEverything: boolean
  isPlatform: boolean
  isVisit: boolean
}

/**
 * The active menus that a person may have, parents included: all of their kind for a person with all permissions, otherwise those of their
 * roles. A token of the command line has no user: it gets the menus whose permissions it holds.
 */
export const menusOf = async (
  database: Queryable,
  { userId, permissions, holdsEverything, isPlatform, isVisit }: MenuReader,
): Promise<Menu[]> => {
  const { rows } = await database.query<Menu & { menuId: string; parentId: string }>(
    `with recursive had as (
       select m.menu_id, m.parent_id from platform.menus m
       where $1 or m.perms = any($2::text[]) and $3::bigint is null or m.menu_id in (
         select rm.menu_id from platform.user_roles ur
         join platform.roles r on r.role_id = ur.role_id and r.status = '${InUse.enum.enabled}'
         join platform.role_menus rm on rm.role_id = ur.role_id
         where ur.user_id = $3)
       union
       select m.menu_id, m.parent_id from had join platform.menus m on m.menu_id = had.parent_id
     ), visited as (
       select menu_id, parent_id from platform.menus where $5 and perms = any($6::text[])
       union
       select m.menu_id, m.parent_id from visited join platform.menus m on m.menu_id = visited.parent_id
     )
     select m.menu_id as "menuId", coalesce(m.parent_id, ${noParent}) as "parentId", titles, order_num as "orderNum", path, component, query,
       route_name as "routeName", is_frame as "isFrame", is_cache as "isCache", menu_type as "menuType", visible, perms, icon
     from platform.menus m
     where m.menu_id in (select menu_id from had) and m.status = '${InUse.enum.enabled}' and (m.audience = any($4) or m.menu_id in (select menu_id from visited))
     order by m.order_num, m.menu_id limit ${treeRowsMax}`,
    [
      holdsEverything,
      [...permissions],
      userId,
      isPlatform ? ['platform', 'everybody'] : ['tenant', 'everybody'],
      isVisit,
      visitPermissions,
    ],
  )
  return rows.map((row) => ({ ...row, menuId: Number(row.menuId), parentId: Number(row.parentId) }))
}

/** The greatest order number that the form of a menu takes. */
const orderMax = 9999

/** A path that others have too, or that carries a parameter, cannot name a route: the screen's own name does. */
const routeNameOf = ({ path, component, kind }: DefaultMenu): string | null => {
  if (kind !== 'page' || component === undefined) return null
  const isShared = defaultMenus.filter((other) => other.path === path && other.kind !== 'button').length > 1
  if (!isShared && /^\w+$/.test(path)) return null
  const words = component.replace(/\/index$/, '').split(/[^A-Za-z0-9]+/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

const shippedMenus = defaultMenus.map((menu, index) => ({
  menu_key: menu.key,
  parent: menu.parent,
  titles: menu.titles,
  order_num: Math.min((index + 1) * 10, orderMax),
  path: menu.path,
  component: menu.component ?? null,
  route_name: routeNameOf(menu),
  menu_type: MenuType.enum[menu.kind],
  visible: menu.isHidden ? MenuVisibility.enum.hidden : MenuVisibility.enum.shown,
  perms: menu.permission ?? null,
  icon: menu.icon ?? null,
  audience: menu.audience,
}))

const menuColumns = {
  titles: 'jsonb',
  order_num: 'integer',
  path: 'text',
  component: 'text',
  route_name: 'text',
  menu_type: 'text',
  visible: 'text',
  perms: 'text',
  icon: 'text',
  audience: 'text',
} as const
const columnNames = Object.keys(menuColumns).join(', ')
const declaredMenus = `jsonb_to_record(menu) as declared (menu_key text, parent text, ${Object.entries(menuColumns)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ')})`

/**
 * Adds the default menus that are missing, in their order, and brings the others to the declaration, their place in the tree included,
 * except for what operators edited. Run it on the service's own connection.
 */
export const syncMenus = async (database: Queryable): Promise<void> => {
  const declared = [JSON.stringify(shippedMenus)]
  await database.query(
    `insert into platform.menus (menu_key, ${columnNames}, shipped, create_by)
     select menu_key, ${columnNames}, menu - 'parent', 'system' from jsonb_array_elements($1::jsonb) as menu, ${declaredMenus}
     order by order_num on conflict (menu_key) do nothing`,
    declared,
  )
  // Before the row remembers its new place.
  await database.query(
    `update platform.menus as kept set parent_id = above.menu_id
     from jsonb_array_elements($1::jsonb) as menu, ${declaredMenus} left join platform.menus as above on above.menu_key = parent
     where kept.menu_key = declared.menu_key and kept.parent_id is distinct from above.menu_id
       and ${isAsShipped('kept', '(select was.menu_key from platform.menus as was where was.menu_id = kept.parent_id)', 'parent')}`,
    declared,
  )
  await followDefaults(database, { table: 'platform.menus', key: ['menu_key'], columns: menuColumns, rows: shippedMenus })
}
