import type { ManagementCommand, TokenCommand } from '@nightflow/schemas/prepaid/token-commands'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { localDay } from '../shared/assigned-schemes.ts'
import type { Context } from '../shared/decider.ts'
import { type MeterTokens, type MeterTokensEvent, soldToOf } from './meter-tokens.ts'
import { nextIdentifiers } from './next-identifiers.ts'
import { isUnderWay } from './token-downlinks.ts'

type Command = ManagementCommand | TokenCommand
type Of<Type extends Command['type']> = Extract<Command, { type: Type }>
type Decision = readonly MeterTokensEvent[] | Rejection

/** Another person has to approve it before its day has come. */
export const requestManagement = (command: Of<'RequestManagement'>, state: MeterTokens, { now, actor, timeZone }: Context): Decision => {
  const { type: _, ...asked } = command
  const made = state.managements.get(asked.requestId)?.requested
  if (made) return made.kind === asked.kind && made.register === asked.register ? [] : rejected('sts-request-id-used')
  if (asked.expiresOn <= localDay(now, timeZone)) return rejected('sts-expires-before')
  const { replacedMeterNo } = asked
  const isTransferred = [...state.managements.values()].some(
    ({ requested, isRefused }) => replacedMeterNo !== undefined && requested.replacedMeterNo === replacedMeterNo && !isRefused,
  )
  // Water of one meter is given once, however often it is asked for.
  if (isTransferred) return rejected('sts-credit-transferred', { meterNo: replacedMeterNo! })
  const identifiers = nextIdentifiers(state, 1, now)
  if (isRejection(identifiers)) return identifiers
  return [{ type: 'prepaid.ManagementRequested', data: { ...asked, requestedBy: actor, at: now } }]
}

export const approveManagement = (command: Of<'ApproveManagement'>, state: MeterTokens, { now, actor, timeZone }: Context): Decision => {
  const { type: _, ...asked } = command
  const management = state.managements.get(asked.requestId)
  if (!management) return rejected('not-found')
  if (management.approved) return []
  if (management.isRefused) return rejected('sts-management-refused')
  if (management.requested.requestedBy === actor) return rejected('sts-own-request')
  if (management.requested.expiresOn <= localDay(now, timeZone)) return rejected('sts-management-expired')
  const identifiers = nextIdentifiers(state, 1, now)
  if (isRejection(identifiers)) return identifiers
  const [tokenIdentifier = 0] = identifiers
  return [{ type: 'prepaid.ManagementApproved', data: { ...asked, tokenIdentifier, soldTo: soldToOf(state.registered!), at: now } }]
}

export const refuseManagement = (command: Of<'RefuseManagement'>, state: MeterTokens, { now }: Context): Decision => {
  const { type: _, ...asked } = command
  const management = state.managements.get(asked.requestId)
  if (!management) return rejected('not-found')
  if (management.approved || management.isRefused) return rejected('sts-management-refused')
  return [{ type: 'prepaid.ManagementRefused', data: { ...asked, at: now } }]
}

/** The present key and the next one both count as pending until the entry is confirmed; nothing is sold meanwhile. */
export const requestKeyChange = (command: Of<'RequestKeyChange'>, state: MeterTokens, { now }: Context): Decision => {
  const { type: _, meterNo, requestId, reason, ...next } = command
  if (state.keyChanges.has(requestId)) return []
  const { registered, pendingChange } = state
  if (!registered) return rejected('sts-meter-unknown')
  if (pendingChange !== undefined) return rejected('sts-key-change-pending')
  const isSame = (Object.keys(next) as (keyof typeof next)[]).every((field) => registered[field] === next[field])
  if (isSame) return rejected('sts-key-unchanged')
  return [{ type: 'prepaid.KeyChangeRequested', data: { meterNo, requestId, reason, next, from: soldToOf(registered), at: now } }]
}

export const confirmKeyChange = ({ type: _, ...asked }: Of<'ConfirmKeyChange'>, state: MeterTokens, { now }: Context): Decision => {
  const change = state.pendingChange === undefined ? undefined : state.keyChanges.get(state.pendingChange)
  if (!change?.tokens) return rejected('sts-key-change-missing')
  const counts: MeterTokensEvent = { type: 'prepaid.KeyChangeConfirmed', data: { ...asked, next: change.requested.next, at: now } }
  const { downlink, requested } = change
  if (!downlink || !isUnderWay(change)) return [counts]
  // Typed by hand: the gateway has nothing to enter any more.
  const { meterNo, requestId } = requested
  return [{ type: 'prepaid.TokenDownlinkConfirmed', data: { meterNo, requestId, downlinkId: downlink.downlinkId, at: now } }, counts]
}

/** A gateway that has the tokens may enter them at any moment: the change is given up after its answer or its deadline. */
export const cancelKeyChange = ({ type: _, ...asked }: Of<'CancelKeyChange'>, state: MeterTokens, { now }: Context): Decision => {
  const change = state.pendingChange === undefined ? undefined : state.keyChanges.get(state.pendingChange)
  if (!change) return rejected('sts-key-change-missing')
  if (isUnderWay(change)) return rejected('token-downlink-open')
  return [{ type: 'prepaid.KeyChangeCancelled', data: { ...asked, at: now } }]
}
