import { pressureMeters as resource } from '@nightflow/schemas/devices/pressure-meter'
import { defineEntity } from '../projector/entity.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource)

/** Every pressure meter as it was recorded last; its readings are those of the meter of its number. */
export const pressureMeters = defineEntity({
  name: 'devices/pressure-meters',
  version: 1,
  table: 'pressure_meters',
  key: ['deviceNumber'],
  row: rows.row,
  indexes: { id: '(tenant, pressure_meter_id)' },
  evolve: {
    'devices.PressureMeterAdded': rows.added,
    'devices.PressureMeterChanged': rows.changed,
    'devices.PressureMeterRemoved': rows.removed,
  },
  history: {
    sentences: 'devices:pressureMeter',
    steps: {
      'devices.PressureMeterAdded': { step: 'added' },
      'devices.PressureMeterChanged': { step: 'changed', tell: rows.changes },
      'devices.PressureMeterRemoved': { step: 'removed' },
    },
  },
})
