import { historyCallOf } from '../shared/recorded-calls.ts'
import { stsMeterEvents, stsMeters } from './sts-meter.ts'

export const listStsMeterHistory = historyCallOf(stsMeters, '/api/v1/sts-meters')

export const stsMeterEventTypes = {
  'prepaid.StsMeterAdded': { version: 1, data: stsMeterEvents.added },
  'prepaid.StsMeterChanged': { version: 1, data: stsMeterEvents.changed },
  'prepaid.StsMeterRemoved': { version: 1, data: stsMeterEvents.removed },
} as const
