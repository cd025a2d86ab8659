import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { Texts } from '../shared/language.ts'
import { InUse, madeBy, RowId } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { placeInTree, TreeNode, treeResource, updateSort } from '../shared/tree-resource.ts'

/** `M` directory, `C` page, `F` button. */
export const MenuType = z.enum(['M', 'C', 'F'])
/** Who may have it at all: utilities, the platform's operators, or both. */
export const MenuAudience = z.enum(['tenant', 'platform', 'everybody'])

const title = text(50).min(1)
const optional = (max: number) => text(max).nullable()

/**
 * Relative to its directory; an address with http(s) is a link. No other kind of address is one: `javascript:` would be run. Like every text it has
 * no control characters.
 */
export const MenuPath = text(200).refine(
  (path) => !/^[a-z][a-z0-9+.-]*:/i.test(path) || /^(https?|mailto|tel):/i.test(path),
  formatText('menu-path'),
)

const written = {
  titles: Texts.extend({ 'zh-CN': title, en: title, fr: title, id: title }),
  menuType: MenuType,
  ...placeInTree,
  path: MenuPath,
  component: optional(200),
  query: optional(200),
  routeName: optional(50),
  /** `'0'` leaves the service, `'1'` stays in it. */
  isFrame: InUse,
  /** `'0'` is kept while other tabs are looked at, `'1'` is not. */
  isCache: InUse,
  /** `'0'` is in the sidebar, `'1'` is not. */
  visible: InUse,
  status: InUse,
  perms: optional(100),
  icon: optional(50),
  audience: MenuAudience,
  remark: lines(100).nullable(),
}

const unsaid = { component: null, query: null, routeName: null, perms: null, icon: null, remark: null } as const

/** What roles are made of: directories, pages and the buttons on them. */
export const menus = {
  ...treeResource({
    path: '/prod-api/system/menu',
    permission: 'platform:menu',
    noun: 'menu',
    id: 'menuId',
    dictionaries: { status: 'sys_normal_disable', visible: 'sys_show_hide' },
    row: z.object({
      menuId: z.int(),
      /** The title in the reader’s language. */
      menuName: z.string(),
      /** Null for a menu that operators made themselves. */
      menuKey: z.string().nullable(),
      ...written,
      ...madeBy,
    }),
    form: z.object({
      ...written,
      /** In every language; or `menuName`, the title in the writer's language alone. */
      titles: written.titles.optional(),
      menuName: title.optional(),
      path: written.path.default(''),
      component: written.component.default(unsaid.component),
      query: written.query.default(unsaid.query),
      routeName: written.routeName.default(unsaid.routeName),
      perms: written.perms.default(unsaid.perms),
      icon: written.icon.default(unsaid.icon),
      remark: written.remark.default(unsaid.remark),
      isFrame: InUse.default('1'),
      isCache: InUse.default('0'),
      visible: InUse.default('0'),
      status: InUse.default('0'),
      audience: MenuAudience.default('tenant'),
    }),
    filter: { menuName: text(50).optional(), status: InUse.optional(), visible: InUse.optional() },
  }),
  updateSort: updateSort('/prod-api/system/menu', 'platform:menu:edit', 'menuIds'),
  treeselect: endpoint({
    method: 'GET',
    path: '/prod-api/system/menu/treeselect',
    permission: 'system:role:list',
    summary: 'The menus that I may give to a role',
    request: z.object({}),
    response: z.array(TreeNode),
  }),
  roleMenuTreeselect: endpoint({
    method: 'GET',
    path: '/prod-api/system/menu/roleMenuTreeselect/:roleId',
    permission: 'system:role:query',
    summary: 'The menus that I may give to a role, and those that it has',
    envelope: 'top',
    request: z.object({ roleId: RowId }),
    response: z.object({ menus: z.array(TreeNode), checkedKeys: z.array(z.int()) }),
  }),
}
