import { resourceTable } from './resource-table.ts'

export const carrierStore = resourceTable({
  table: 'platform.carriers',
  id: 'carrierId',
  shown: [
    'carrierId',
    'carrierName',
    'country',
    'areaCode',
    'smsLength',
    'status',
    'remark',
    'createBy',
    'createTime',
    'updateBy',
    'updateTime',
  ],
  written: ['carrierName', 'country', 'areaCode', 'smsLength', 'status', 'remark'],
  filter: { carrierName: 'contains', country: 'equals', status: 'equals' },
  named: 'carrierName',
  common: true,
})
