import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconAntenna } from '@tabler/icons-react'
import { defineResource } from '#ui/resource-screen.tsx'
import { areaCodeChoices, countryChoices, countryName } from './countries.ts'

export const carrierResource = defineResource({
  calls: resourceCalls.carriers,
  texts: 'administration',
  name: 'carrier',
  icon: IconAntenna,
  title: (row) => row.carrierName,
  columns: ['carrierName', 'country', 'areaCode', 'smsLength', 'status', 'createTime'],
  moreColumns: ['remark', 'createBy', 'updateBy', 'updateTime'],
  useFields: () => [
    'carrierName',
    { name: 'country', choices: countryChoices(), isHalf: true },
    { name: 'areaCode', choices: areaCodeChoices(), isHalf: true },
    { name: 'smsLength', isHalf: true },
    { name: 'status', isHalf: true },
    'remark',
  ],
  filters: ['carrierName', 'status'],
  cell: { country: (row) => (row.country ? countryName(row.country) : '–') },
})
