import { InUse } from '../shared/lists.ts'
import { defineResource, editVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { parentField, placeInTree } from '../shared/tree-place.ts'

/** Where a utility's customers are: top regions and regions below them. */
export const regions = defineResource({
  name: 'region',
  texts: 'platform',
  noun: 'region',
  path: '/prod-api/system/region',
  permission: 'system:region',
  verbs: [...editVerbs, 'import'],
  id: 'regionId',
  table: 'platform.regions',
  scope: 'own',
  fields: {
    regionName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    parentId: parentField,
    orderNum: { schema: placeInTree.orderNum, isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'system',
    place: 40,
    path: 'region',
    component: 'system/region/index',
    icon: 'region',
    titles: { en: 'Regions', 'zh-CN': '区域管理', fr: 'Régions', id: 'Wilayah' },
  },
  screen: {
    columns: ['regionName', 'orderNum', 'status', 'remark', 'createTime'],
    form: ['parentId', 'regionName', 'orderNum', 'status', 'remark'],
    filters: [],
  },
})
