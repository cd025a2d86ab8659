import { resourceTable } from './resource-table.ts'

export const thirdPartyPlatformStore = resourceTable({
  table: 'platform.third_party_platforms',
  id: 'platformId',
  shown: ['platformId', 'platformCode', 'platformName', 'contact', 'status', 'remark', 'createBy', 'createTime', 'updateBy', 'updateTime'],
  written: ['platformCode', 'platformName', 'contact', 'status', 'remark'],
  filter: { platformCode: 'contains', platformName: 'contains', status: 'equals' },
  named: 'platformCode',
  common: true,
})
