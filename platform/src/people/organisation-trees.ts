import { departments } from '@nightflow/schemas/platform/department'
import { regions } from '@nightflow/schemas/platform/region'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { treeStoreOf } from '../storage/tree-table.ts'

const tree = treeStoreOf(departments)

/** The departments of a utility. One that people belong to stays, and one that owns something. */
export const departmentStore: typeof tree = {
  ...tree,
  remove: async (database, ids) => {
    const owning = await database.query('select from platform.owners where dept_id = any($1::bigint[]) limit 1', [ids])
    if (owning.rows.length > 0) return rejected('in-use')
    const removed = await tree.remove(database, ids)
    return isRejection(removed) && removed.rejected === 'in-use' ? rejected('department-has-people') : removed
  },
}

/** The regions in which a utility's customers are. */
export const regionStore = treeStoreOf(regions)
