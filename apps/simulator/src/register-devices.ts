import { CommunicationMode, PowerSupply } from '@nightflow/schemas/devices/flow-meter'
import { DeviceStatus, DeviceType } from '@nightflow/schemas/devices/map-device'
import { PressureSource } from '@nightflow/schemas/devices/pressure-meter'
import { YesNo } from '@nightflow/schemas/shared/lists'
import type { City } from './city.ts'
import type { Meter, Zone } from './city-model.ts'
import { isFlowMeter } from './flow-meters.ts'

type Send = (resource: string, form: object) => Promise<void>

/** Pressures of an inlet are between these on every ordinary day, kilopascals. */
const limits = { lowerLimitKilopascal: 200, upperLimitKilopascal: 600, abruptChangeKilopascal: 150 }

/** Types and states of the other devices, one in each zone by turns. */
const others = [
  { deviceType: DeviceType.enum.waterPump, deviceName: 'Booster pump', deviceStatus: DeviceStatus.enum.online },
  { deviceType: DeviceType.enum.sonarDetection, deviceName: 'Leak noise logger', deviceStatus: DeviceStatus.enum.online },
  { deviceType: DeviceType.enum.valveControl, deviceName: 'Control valve', deviceStatus: DeviceStatus.enum.installed },
  { deviceType: DeviceType.enum.largeMeter, deviceName: 'Large meter', deviceStatus: DeviceStatus.enum.online },
  { deviceType: DeviceType.enum.pressureGauge, deviceName: 'Pressure gauge', deviceStatus: DeviceStatus.enum.offline },
  { deviceType: DeviceType.enum.flowMeter, deviceName: 'Flow meter', deviceStatus: DeviceStatus.enum.notInstalled },
  { deviceType: DeviceType.enum.concentrator, deviceName: 'Concentrator', deviceStatus: DeviceStatus.enum.online },
] as const

/** A concentrator that was delivered and sends no frames yet. */
const silentConcentrator = { concentratorNo: 'CR-SPARE', manufacturer: 'Riverbend Radio', remark: 'In the workshop' }

/** The devices of the city: a concentrator for each gateway and a silent one, flow meters at large customers, and in each zone a pressure meter at its first inlet and one device more. */
export async function registerDevices(city: City, send: Send): Promise<void> {
  for (const { name } of city.gateways) await send('concentrator', { concentratorNo: name, manufacturer: 'Riverbend Radio' })
  await send('concentrator', silentConcentrator)
  for (const [index, meter] of city.meters.filter(isFlowMeter).slice(0, flowMetersMax).entries())
    await send('flowMeter', flowMeterOf(meter, index))
  for (const zone of city.zones) {
    const inlet = city.meters.find(({ zone: index, role }) => index === zone.index && role === 'in')
    if (inlet) await send('pressureMeter', pressureMeterOf(zone, inlet))
    const { deviceName, ...other } = others[zone.index % others.length]!
    const [longitude, latitude] = middleOf(zone)
    await send('device', { ...other, deviceNo: `D-${zone.index + 1}`, deviceName: `${deviceName}, ${zone.name}`, longitude, latitude })
  }
}

const pressureMeterOf = ({ name, boundary, index }: Zone, { number, address, longitude, latitude }: Meter) => ({
  deviceNumber: number,
  monitoringSite: name,
  address,
  ...{ longitude, latitude, boundary },
  ...{ communicationMode: CommunicationMode.enum.nbIot, powerSupply: PowerSupply.enum.battery, pressureSource: PressureSource.enum.rtuSl },
  rtuAddressNo: `86900000${String(index + 1).padStart(4, '0')}`,
  ...limits,
})

const flowMetersMax = 12
const flowMeterOf = ({ number, name, address, caliberMillimetres, longitude, latitude }: Meter, index: number) => ({
  meterAddress: number,
  rtuAddress: String(2_600_000_001 + index),
  installationPosition: name ? `${name}, ${address}` : address,
  ...{
    communicationMode: index % 3 === 0 ? CommunicationMode.enum.wired : CommunicationMode.enum.nbIot,
    powerSupply: index % 3 === 0 ? PowerSupply.enum.mains : PowerSupply.enum.battery,
  },
  ...{ caliberMillimetres, longitude, latitude },
  manufacturer: 'Riverbend Metering',
  calculatesDailyFreeze: YesNo.enum.yes,
})

const middleOf = ({ boundary }: Zone): [number, number] => {
  const corners = boundary.slice(0, -1)
  const mean = (axis: 0 | 1) => Number((corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length).toFixed(6))
  return [mean(0), mean(1)]
}
