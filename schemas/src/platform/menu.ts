import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { Texts } from '../shared/language.ts'
import { InUse } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { parentField, placeInTree } from '../shared/tree-place.ts'

/** `M` directory, `C` page, `F` button. */
export const MenuType = z.enum(['M', 'C', 'F'])
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
    /** `'0'` leaves the service, `'1'` stays in it. */
    isFrame: { schema: InUse.default('1'), isHalf: true },
    /** `'0'` is kept while other tabs are looked at, `'1'` is not. */
    isCache: { schema: InUse.default('0'), isHalf: true },
    /** `'0'` is in the sidebar, `'1'` is not. */
    visible: { schema: InUse.default('0'), filter: 'equals', dictionary: 'sys_show_hide', isHalf: true },
    status: { schema: InUse.default('0'), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
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
