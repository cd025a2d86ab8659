import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { resourceTable } from './resource-table.ts'
import { type TreeStore, treeTable } from './tree-table.ts'

const made = ['createBy', 'createTime', 'updateBy', 'updateTime']
const ofDepartment = ['deptName', 'parentId', 'orderNum', 'leader', 'phone', 'email', 'status']
const ofRegion = ['regionName', 'parentId', 'orderNum', 'status', 'remark']

const departments = treeTable({
  table: 'platform.departments',
  id: 'deptId',
  store: resourceTable({
    table: 'platform.departments',
    id: 'deptId',
    shown: ['deptId', ...ofDepartment, ...made],
    written: ofDepartment,
    filter: { deptName: 'contains', status: 'equals' },
    numbers: ['parentId'],
    named: 'deptName',
  }),
})

/** The departments of a utility. One that people belong to stays. */
export const departmentStore: TreeStore = {
  ...departments,
  remove: async (database, ids) => {
    const removed = await departments.remove(database, ids)
    return isRejection(removed) && removed.rejected === 'in-use' ? rejected('department-has-people') : removed
  },
}

/** The regions in which a utility's customers are. */
export const regionStore: TreeStore = treeTable({
  table: 'platform.regions',
  id: 'regionId',
  store: resourceTable({
    table: 'platform.regions',
    id: 'regionId',
    shown: ['regionId', ...ofRegion, ...made],
    written: ofRegion,
    filter: { regionName: 'contains', status: 'equals' },
    numbers: ['parentId'],
    named: 'regionName',
  }),
})
