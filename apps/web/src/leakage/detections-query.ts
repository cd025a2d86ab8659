import { listDetections } from '@nightflow/schemas/leakage/detection'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

export const detectionsQuery = (from: string, to: string) =>
  queryOptions({ queryKey: ['detections', from, to], queryFn: ({ signal }) => call(listDetections, { from, to }, signal) })
