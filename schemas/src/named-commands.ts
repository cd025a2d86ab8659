import { agentCommands } from './agents/recharge-agent.ts'
import { alarmCommands } from './alarms/alarm-lifecycle.ts'
import { bankEntryCommands } from './billing/bank-calls.ts'
import { billCommands, paymentCommands } from './billing/bill-calls.ts'
import { billRunCommands } from './billing/bill-run-calls.ts'
import { planCommands } from './billing/collection-calls.ts'
import { debtCommands } from './billing/debt-calls.ts'
import { heldBillCommands } from './billing/held-bill-calls.ts'
import { priceSchemeCommands } from './billing/price-scheme-calls.ts'
import { surchargeSchemeCommands } from './billing/surcharge-calls.ts'
import { accountCommands } from './customers/account-lifecycle.ts'
import { healthCommands } from './customers/leak-notice.ts'
import { concentratorCommands } from './devices/concentrator-calls.ts'
import { meterCommands } from './devices/meter-commands.ts'
import { meterGroupCommands } from './devices/meter-group-valves.ts'
import { reviewCommands } from './metering/consumption-review.ts'
import { walkByCommands } from './metering/walk-by.ts'
import { personCommands } from './privacy/person-commands.ts'
import type { NamedCommand } from './shared/named-command.ts'

/** The commands of every resource, with the place of their texts: `<texts>:<resource>.command.<name>`. */
export const namedCommands: readonly { texts: string; resource: string; commands: readonly NamedCommand<never>[] }[] = [
  { texts: 'platform', resource: 'agent', commands: agentCommands },
  { texts: 'devices', resource: 'meters', commands: meterCommands },
  { texts: 'devices', resource: 'meterGroup', commands: meterGroupCommands },
  { texts: 'devices', resource: 'concentrator', commands: concentratorCommands },
  { texts: 'alarms', resource: 'alarm', commands: alarmCommands },
  { texts: 'customers', resource: 'account', commands: accountCommands },
  { texts: 'metering', resource: 'consumptionReview', commands: reviewCommands },
  { texts: 'metering', resource: 'meterHealth', commands: healthCommands },
  { texts: 'metering', resource: 'walkBy', commands: walkByCommands },
  { texts: 'billing', resource: 'priceScheme', commands: priceSchemeCommands },
  { texts: 'billing', resource: 'surchargeScheme', commands: surchargeSchemeCommands },
  { texts: 'billing', resource: 'debt', commands: debtCommands },
  { texts: 'billing', resource: 'billRun', commands: billRunCommands },
  { texts: 'billing', resource: 'heldBill', commands: heldBillCommands },
  { texts: 'billing', resource: 'bill', commands: [...billCommands, ...planCommands] },
  { texts: 'billing', resource: 'payment', commands: paymentCommands },
  { texts: 'billing', resource: 'bankEntry', commands: bankEntryCommands },
  { texts: 'privacy', resource: 'persons', commands: personCommands },
]
