import { mapDevices as resource } from '@nightflow/schemas/devices/map-device'
import { defineEntity } from '../projector/entity.ts'
import { recordRows } from '../projector/record-rows.ts'

const rows = recordRows(resource)

/** Every device on the map as it was recorded last. */
export const mapDevices = defineEntity({
  name: 'devices/map-devices',
  version: 1,
  table: 'map_devices',
  key: ['deviceNo'],
  row: rows.row,
  indexes: { id: '(tenant, device_id)' },
  evolve: {
    'devices.DeviceAdded': rows.added,
    'devices.DeviceChanged': rows.changed,
    'devices.DeviceRemoved': rows.removed,
  },
  history: {
    sentences: 'devices:mapDevice',
    steps: {
      'devices.DeviceAdded': { step: 'added' },
      'devices.DeviceChanged': { step: 'changed', tell: rows.changes },
      'devices.DeviceRemoved': { step: 'removed' },
    },
  },
})
