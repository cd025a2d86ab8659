import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { prepaidDictionaries } from './dictionaries.ts'
import * as stsMeter from './sts-meter-calls.ts'
import { saleEventTypes, vendingEventTypes } from './token.ts'
import * as tokenCalls from './token-calls.ts'
import * as tokenCommands from './token-commands.ts'
import { tokenDownlinkEventTypes } from './token-downlink.ts'
import * as refund from './token-refund-calls.ts'

/** The events of the context. */
export const events = {
  ...stsMeter.stsMeterEventTypes,
  ...saleEventTypes,
  ...tokenCommands.managementEventTypes,
  ...tokenDownlinkEventTypes,
  ...refund.stsRefundCommands.events,
  ...vendingEventTypes,
} as const satisfies EventTypes

export const prepaid = {
  calls: callsOfModules(
    stsMeter,
    tokenCalls,
    refund,
    refund.stsRefundCommands.calls,
    tokenCommands.tokenCommands.calls,
    tokenCommands.stsMeterCommands.calls,
  ),
  commands: [
    { texts: 'prepaid', resource: 'stsMeter', commands: tokenCommands.stsMeterCommands.list },
    { texts: 'prepaid', resource: 'token', commands: tokenCommands.tokenCommands.list },
    { texts: 'prepaid', resource: 'stsRefund', commands: refund.stsRefundCommands.list },
  ],
  dictionaries: prepaidDictionaries,
} satisfies Context
