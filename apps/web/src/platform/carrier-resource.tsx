import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { areaCodeChoices, countryChoices, countryName } from './countries.ts'

export const Screen = screenOf(
  resourceOf(resources.carriers, resourceCalls.carriers, {
    useFields: () => [
      'carrierName',
      { name: 'country', choices: countryChoices(), isHalf: true },
      { name: 'areaCode', choices: areaCodeChoices(), isHalf: true },
      { name: 'smsLength', isHalf: true },
      { name: 'status', isHalf: true },
      'remark',
    ],
    cell: { country: (row) => (row.country ? countryName(row.country) : '–') },
  }),
)
