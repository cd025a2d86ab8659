import type { z } from 'zod'
import { events as agents } from './agents/context.ts'
import { events as alarms } from './alarms/context.ts'
import { events as billing } from './billing/context.ts'
import { events as cards } from './cards/context.ts'
import { events as customers } from './customers/context.ts'
import { events as devices } from './devices/context.ts'
import { events as leakage } from './leakage/context.ts'
import { events as metering } from './metering/context.ts'
import { events as payments } from './payments/context.ts'
import { events as prepaid } from './prepaid/context.ts'
import { events as privacy } from './privacy/context.ts'
import type { EventTypes } from './shared/context.ts'
import { events as workOrders } from './work-orders/context.ts'

/** Every event the log can hold: its type, `<context>.<Event>`, and the schema of its data at the current version. */
export const eventCatalogue = {
  ...metering,
  ...devices,
  ...leakage,
  ...alarms,
  ...customers,
  ...privacy,
  ...agents,
  ...billing,
  ...prepaid,
  ...workOrders,
  ...payments,
  ...cards,
} as const satisfies EventTypes

export type EventType = keyof typeof eventCatalogue
export type EventOf<Type extends EventType> = { type: Type; data: z.output<(typeof eventCatalogue)[Type]['data']> }
/** Any event of the service, discriminated by `type`. */
export type ServiceEvent = { [Type in EventType]: EventOf<Type> }[EventType]
