import type { EventLog } from '@nightflow/event-log/event-log'
import { softwareModule, type VendingModules } from '../../vending-modules.ts'
import { demoTenant } from '../demo-utility.ts'
import { supplyGroupCode } from './village.ts'

/** Anyone can read the vending key of the demo here: its meters are nowhere. */
const demoKey = { supplyGroupCode, keyRevisionNumber: 1, keyType: 2, derivation: '04', key: 'de'.repeat(20) } as const

export const demoModule = (log: EventLog) => softwareModule(log, demoTenant, [demoKey])

/** The vending modules of a service with a demo: the demo's own beside those that are configured. */
export const withDemoVending = (log: EventLog, configured: VendingModules | undefined): VendingModules => {
  const module = demoModule(log)
  return async (tenant) => (await configured?.(tenant)) ?? (tenant === demoTenant ? module : undefined)
}
