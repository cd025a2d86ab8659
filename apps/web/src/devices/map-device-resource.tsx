import { listDeviceHistory } from '@nightflow/schemas/devices/device-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'

const words = { texts: 'devices', name: 'mapDevice', calls: {} }

export const Screen = screenOf(
  resourceOf(resources.mapDevices, resourceCalls.mapDevices, {
    Detail: ({ row: { deviceId } }) => (
      <RowHistory resource={words} endpoint={listDeviceHistory} queryKey={['device-history', deviceId]} of={{ deviceId }} />
    ),
    related: [['device-history'], ['devices-on-map']],
  }),
)
