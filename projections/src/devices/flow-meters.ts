import { flowMeters as resource } from '@nightflow/schemas/devices/flow-meter'
import { defineEntity } from '../projector/entity.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource)

/** Every flow meter as it was recorded last; its readings are those of the meter of its number. */
export const flowMeters = defineEntity({
  name: 'devices/flow-meters',
  version: 2,
  table: 'flow_meters',
  key: ['meterAddress'],
  row: rows.row,
  indexes: { id: '(tenant, flow_meter_id)' },
  evolve: {
    'devices.FlowMeterAdded': rows.added,
    'devices.FlowMeterChanged': rows.changed,
    'devices.FlowMeterRemoved': rows.removed,
  },
  history: {
    sentences: 'devices:flowMeter',
    steps: {
      'devices.FlowMeterAdded': { step: 'added' },
      'devices.FlowMeterChanged': { step: 'changed', tell: rows.changes },
      'devices.FlowMeterRemoved': { step: 'removed' },
    },
  },
})
