import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconPlug } from '@tabler/icons-react'
import { defineResource } from '#ui/resource-screen.tsx'

export const thirdPartyResource = defineResource({
  calls: resourceCalls.thirdPartyPlatforms,
  texts: 'administration',
  name: 'thirdParty',
  icon: IconPlug,
  title: (row) => row.platformName,
  columns: ['platformName', 'platformCode', 'contact', 'status', 'createTime'],
  moreColumns: ['remark', 'createBy', 'updateBy', 'updateTime'],
  useFields: () => ['platformName', { name: 'platformCode', isHalf: true }, { name: 'status', isHalf: true }, 'contact', 'remark'],
  filters: ['platformCode', 'platformName', 'status'],
})
