import { departmentStore, regionStore } from '@nightflow/projections/platform/organisation-trees'
import { treeOf } from '@nightflow/projections/platform/tree-table'
import { registers } from '@nightflow/schemas/platform/registers'
import type { TreeNode } from '@nightflow/schemas/shared/tree-register'
import type { Asked } from '../shared/asked.ts'
import { scopeOf } from '../shared/scope.ts'
import type { Route } from '../shared/serve.ts'
import { sortRoute } from './sort-route.ts'
import { rowsSeen, treeRoutes } from './tree-routes.ts'

const departmentsSeen = async (asked: Asked): Promise<readonly number[] | undefined> => {
  const { isAll, departments } = await scopeOf(asked)
  return isAll ? undefined : departments
}

export const regionsSeen = async (asked: Asked): Promise<readonly number[] | undefined> => (await scopeOf(asked)).regions

export const organisationTreeRoutes: readonly Route[] = [
  sortRoute(registers.departments.updateSort, { ids: 'deptIds', store: departmentStore, visible: departmentsSeen }),
  ...treeRoutes(registers.departments, departmentStore, { visible: departmentsSeen, label: (row) => String(row.deptName) }),
  ...treeRoutes(registers.regions, regionStore, { visible: regionsSeen, label: (row) => String(row.regionName) }),
]

/** The departments that the reader sees, in use or not. */
export const departmentTree = async (asked: Asked): Promise<TreeNode[]> =>
  treeOf(await rowsSeen(registers.departments, departmentStore, asked, { visible: departmentsSeen }), 'deptId', (row) =>
    String(row.deptName),
  )

export const regionTree = async (asked: Asked): Promise<TreeNode[]> =>
  treeOf(await rowsSeen(registers.regions, regionStore, asked, { visible: regionsSeen }), 'regionId', (row) => String(row.regionName))
