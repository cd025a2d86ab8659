import { departmentStore, regionStore } from '@nightflow/platform/people/organisation-trees'
import { treeOf } from '@nightflow/platform/storage/tree-table'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { TreeNode } from '@nightflow/schemas/shared/tree-place'
import type { RequestContext } from '../http/request-context.ts'
import { scopeOf } from '../http/scope.ts'
import type { Route } from '../http/serve.ts'
import { sortRoute } from './sort-route.ts'
import { rowsSeen, treeRoutes } from './tree-routes.ts'

const departmentsSeen = async (context: RequestContext): Promise<readonly number[] | undefined> => {
  const { isAll, departments } = await scopeOf(context)
  return isAll ? undefined : departments
}

export const regionsSeen = async (context: RequestContext): Promise<readonly number[] | undefined> => (await scopeOf(context)).regions

export const organisationTreeRoutes: readonly Route[] = [
  sortRoute(resourceCalls.departments.updateSort, { ids: 'deptIds', store: departmentStore, visible: departmentsSeen }),
  ...treeRoutes(resourceCalls.departments, departmentStore, { visible: departmentsSeen, label: (row) => row.deptName }),
  ...treeRoutes(resourceCalls.regions, regionStore, { visible: regionsSeen, label: (row) => row.regionName }),
]

/** The departments that the reader sees, in use or not. */
export const departmentTree = async (context: RequestContext): Promise<TreeNode[]> =>
  treeOf(await rowsSeen(resourceCalls.departments, departmentStore, context, { visible: departmentsSeen }), 'deptId', (row) => row.deptName)

export const regionTree = async (context: RequestContext): Promise<TreeNode[]> =>
  treeOf(await rowsSeen(resourceCalls.regions, regionStore, context, { visible: regionsSeen }), 'regionId', (row) => row.regionName)
