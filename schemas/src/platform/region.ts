import { z } from 'zod'
import { importEndpoints } from '../shared/import.ts'
import { InUse, madeBy } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { placeInTree, treeResource } from '../shared/tree-resource.ts'

const written = {
  regionName: text(50).min(1),
  ...placeInTree,
  status: InUse,
  remark: lines(100).nullable(),
}

const path = '/prod-api/system/region'

const registered = treeResource({
  path,
  permission: 'system:region',
  noun: 'region',
  id: 'regionId',
  dictionaries: { status: 'sys_normal_disable' },
  row: z.object({ regionId: z.int(), ...written, ...madeBy }),
  form: z.object({ ...written, status: InUse.default('0'), remark: written.remark.default(null) }),
  filter: { regionName: text(50).optional(), status: InUse.optional() },
})

/** Where a utility's customers are: top regions and regions below them. */
export const regions = { ...registered, ...importEndpoints({ path, permission: 'system:region:import', noun: 'region' }) }
