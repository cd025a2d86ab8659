import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { TreeNode } from '../shared/tree-place.ts'
import { treeCallsOf, updateSort } from '../shared/tree-resource.ts'
import { menus } from './menu.ts'

export const menuCalls = {
  ...treeCallsOf(menus),
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
