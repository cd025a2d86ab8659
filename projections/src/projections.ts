import { agentsReadModels } from './agents/context.ts'
import { alarmsReadModels } from './alarms/context.ts'
import { auditReadModels } from './audit/context.ts'
import { billingReadModels } from './billing/context.ts'
import { cardsReadModels } from './cards/context.ts'
import { customersReadModels } from './customers/context.ts'
import { dashboardReadModels } from './dashboard/context.ts'
import { devicesReadModels } from './devices/context.ts'
import { leakageReadModels } from './leakage/context.ts'
import { meteringReadModels } from './metering/context.ts'
import { paymentsReadModels } from './payments/context.ts'
import { prepaidReadModels } from './prepaid/context.ts'
import { privacyReadModels } from './privacy/context.ts'
import type { Projection } from './projector/projection.ts'
import { workOrdersReadModels } from './work-orders/context.ts'

/**
 * Every read model, in the order in which a batch passes through them: partitions sum up the changes of the meters' days. Volumes stated for
 * days come between: the fold of days starts from those stated before the batch, partitions read them with the batch.
 */
export const projections: readonly Projection[] = [
  ...devicesReadModels,
  ...meteringReadModels,
  ...dashboardReadModels,
  ...leakageReadModels,
  ...alarmsReadModels,
  ...customersReadModels,
  ...agentsReadModels,
  ...billingReadModels,
  ...privacyReadModels,
  ...auditReadModels,
  ...paymentsReadModels,
  ...workOrdersReadModels,
  ...prepaidReadModels,
  ...cardsReadModels,
]
