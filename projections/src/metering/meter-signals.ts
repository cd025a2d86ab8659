import type { SignalStrength } from '@nightflow/schemas/metering/report-readings'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({ number: z.string(), decibelMilliwatt: z.number(), heardAt: z.iso.datetime() })

/** How strongly the network heard each meter last; of two messages of one moment the stronger. */
export const meterSignals = defineEntity({
  name: 'metering/meter-signals',
  version: 1,
  table: 'meter_signals',
  key: ['number'],
  row,
  shardedBy: 'number',
  isCommutative: true,
  keysOf: ({ data }) => ((data.signals as SignalStrength[] | undefined) ?? []).map(({ meter }) => ({ number: meter })),
  evolve: {
    'metering.ReadingsReported': (known, { data: { signals = [], sentAt } }, { number }) => {
      const { decibelMilliwatt } = signals.find(({ meter }) => meter === number)!
      const later = known ? Date.parse(sentAt) - Date.parse(known.heardAt) : 1
      const isNewer = later > 0 || (later === 0 && decibelMilliwatt > known!.decibelMilliwatt)
      return isNewer ? { number: number!, decibelMilliwatt, heardAt: sentAt } : known
    },
  },
})
