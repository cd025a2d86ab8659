import { registers } from '@nightflow/schemas/platform/registers'
import { IconPlug } from '@tabler/icons-react'
import { defineResource } from '#ui/define-resource.tsx'

export const thirdPartyResource = defineResource({
  register: registers.thirdPartyPlatforms,
  texts: 'administration',
  name: 'thirdParty',
  icon: IconPlug,
  title: (row) => row.platformName,
  columns: ['platformName', 'platformCode', 'contact', 'status', 'createTime'],
  moreColumns: ['remark', 'createBy', 'updateBy', 'updateTime'],
  useFields: () => ['platformName', { name: 'platformCode', isHalf: true }, { name: 'status', isHalf: true }, 'contact', 'remark'],
  filters: ['platformCode', 'platformName', 'status'],
})
