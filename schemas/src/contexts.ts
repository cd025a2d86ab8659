import { agents } from './agents/context.ts'
import { alarms } from './alarms/context.ts'
import { audit } from './audit/context.ts'
import { billing } from './billing/context.ts'
import { cards } from './cards/context.ts'
import { customers } from './customers/context.ts'
import { dashboard } from './dashboard/context.ts'
import { devices } from './devices/context.ts'
import { leakage } from './leakage/context.ts'
import { metering } from './metering/context.ts'
import { payments } from './payments/context.ts'
import { platform } from './platform/context.ts'
import { prepaid } from './prepaid/context.ts'
import { privacy } from './privacy/context.ts'
import type { Context } from './shared/context.ts'
import { workOrders } from './work-orders/context.ts'

/** Every context of the service, one line each. A new one is registered here, and with its events in `events.ts`. */
export const contexts = {
  agents,
  alarms,
  audit,
  billing,
  customers,
  dashboard,
  devices,
  leakage,
  metering,
  platform,
  privacy,
  payments,
  workOrders,
  prepaid,
  cards,
} satisfies Record<string, Context>

export const allContexts: readonly Context[] = Object.values(contexts)
