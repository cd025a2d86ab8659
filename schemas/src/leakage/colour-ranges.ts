import { z } from 'zod'
import { ColourRanges } from '../shared/colour-ranges.ts'
import { endpoint } from '../shared/endpoint.ts'

const Ranges = z.object({ ranges: ColourRanges })

export const findColourRanges = endpoint({
  method: 'GET',
  path: '/api/v1/leakage/colour-ranges',
  permission: 'leakage:partition:read',
  summary: 'Ranges of the leakage rate with their colours on the map; the last one ends at 100 %',
  request: z.object({}),
  response: Ranges,
})

export const setColourRanges = endpoint({
  method: 'PUT',
  path: '/api/v1/leakage/colour-ranges',
  permission: 'leakage:partition:manage',
  summary: 'Set the ranges of the leakage rate with their colours for all people of the utility',
  request: Ranges,
  response: z.object({}),
})
