import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { Texts } from '../shared/language.ts'
import { InUse } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { parentField, placeInTree } from '../shared/tree-place.ts'

export const MenuType = z.enum({ directory: 'M', page: 'C', button: 'F' })
export type MenuType = z.infer<typeof MenuType>
/** Whether the page leaves the service. */
export const MenuFrame = z.enum({ outside: '0', inside: '1' })
export type MenuFrame = z.infer<typeof MenuFrame>
/** Whether the page is kept while other tabs are looked at. */
export const MenuCache = z.enum({ kept: '0', dropped: '1' })
export type MenuCache = z.infer<typeof MenuCache>
/** Whether the sidebar has it. */
export const MenuVisibility = z.enum({ shown: '0', hidden: '1' })
export type MenuVisibility = z.infer<typeof MenuVisibility>
/** Audience: utilities, the platform's operators, or both. */
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

const Titles = Texts.extend({ 'zh-CN': title, en: title, fr: title, id: title })

/** Parts of roles: directories, pages and the buttons on them. */
export const menus = defineResource({
  name: 'menu',
  texts: 'platform',
  noun: 'menu',
  path: '/prod-api/system/menu',
  permission: 'platform:menu',
  id: 'menuId',
  table: 'platform.menus',
  scope: 'common',
  fields: {
    /** The title in the reader’s language; of a form, the title in the writer's language alone. */
    menuName: { schema: title.optional(), shown: z.string(), isComputed: true },
    /** Null for a menu that operators made themselves. */
    menuKey: { schema: z.string().nullable(), isReadOnly: true },
    /** In every language. */
    titles: { schema: Titles.optional(), shown: Titles, isJson: true },
    menuType: { schema: MenuType, isHalf: true },
    parentId: parentField,
    orderNum: { schema: placeInTree.orderNum, isHalf: true },
    path: { schema: MenuPath.default(''), isHalf: true },
    component: { schema: optional(200).default(null), isHalf: true },
    query: { schema: optional(200).default(null), isHalf: true },
    routeName: { schema: optional(50).default(null), isHalf: true },
    isFrame: { schema: MenuFrame.default(MenuFrame.enum.inside), isHalf: true },
    isCache: { schema: MenuCache.default(MenuCache.enum.kept), isHalf: true },
    visible: { schema: MenuVisibility.default(MenuVisibility.enum.shown), filter: 'equals', dictionary: 'sys_show_hide', isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    perms: { schema: optional(100).default(null), isHalf: true },
    icon: { schema: optional(50).default(null), isHalf: true },
    audience: { schema: MenuAudience.default('tenant'), isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  moreFilters: { menuName: text(50).optional() },
  matchOfMore: { menuName: 'contains' },
  menu: {
    directory: 'system',
    place: 80,
    path: 'menu',
    component: 'system/menu/index',
    icon: 'menu',
    titles: { en: 'Menus', 'zh-CN': '菜单管理', fr: 'Menus', id: 'Menu' },
    audience: 'platform',
  },
  screen: {
    columns: ['menuName', 'menuType', 'path', 'component', 'perms', 'icon', 'audience', 'orderNum', 'visible', 'status', 'menuKey'],
    form: [
      'parentId',
      'menuType',
      'orderNum',
      'titles',
      'path',
      'component',
      'perms',
      'icon',
      'routeName',
      'query',
      'audience',
      'visible',
      'isFrame',
      'isCache',
      'status',
      'remark',
    ],
    filters: [],
  },
})
