import type { BillingSettings } from '@nightflow/schemas/customers/account'
import type { AddAttachment, RemoveAttachment } from '@nightflow/schemas/customers/account-attachments'
import type { AccountRowCommand, ChangeAccount, FollowReplacement, OpenAccount } from '@nightflow/schemas/customers/account-lifecycle'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { localDay, schemeOn, withScheme } from '../shared/assigned-schemes.ts'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import { type AttachmentEvent, attach, detach } from './account-attachments.ts'
import { type OfTenant, type Parties, partiesOf, refuseScheme, sameParties, settingsOf, type WithScheme } from './account-parties.ts'
import { effectiveAt, type SettledDays } from './effective-day.ts'

type Of<Type extends AccountRowCommand['type']> = Extract<AccountRowCommand, { type: Type }>
type Opening = WithScheme<OfTenant<OpenAccount>>
type Change = WithScheme<OfTenant<ChangeAccount>>
/** The billed and closed days, where the caller has read them. */
type OnADay<Command> = Command & SettledDays
/** With what the present holder owes, which the stream of the account's money knows. */
type WithOwed<Command> = Command & { owedMinor?: number }
export type AccountCommand =
  | Opening
  | Change
  | WithOwed<OnADay<OfTenant<Of<'TransferAccount'>>>>
  | WithScheme<Of<'AssignPriceScheme'>>
  | OnADay<Of<'FreezeAccount'>>
  | Of<'UnfreezeAccount'>
  | OnADay<Of<'CancelAccount'>>
  | Of<'LinkMeter'>
  | Of<'UnlinkMeter'>
  | FollowReplacement
  | AddAttachment
  | RemoveAttachment
export type AccountEvent =
  | AttachmentEvent
  | EventIn<
      | 'customers.AccountOpened'
      | 'customers.AccountDetailsChanged'
      | 'customers.BillingSettingsChanged'
      | 'customers.PriceSchemeAssigned'
      | 'customers.AccountFrozen'
      | 'customers.AccountUnfrozen'
      | 'customers.AccountTransferred'
      | 'customers.AccountCancelled'
      | 'customers.MeterLinked'
      | 'customers.MeterUnlinked'
    >

export type Account =
  | { readonly status: 'none' }
  | {
      readonly status: 'active' | 'frozen' | 'cancelled'
      readonly parties: Parties
      readonly settings: BillingSettings
      readonly openedAt: string
      /** From when its last change of holder, meter or state counts. */
      readonly changedAt: string
      /** Of the present holder. */
      readonly contractNo: number
      readonly schemes: readonly AssignedScheme[]
      readonly meterNo: string | null
      /** Of those that were not removed. */
      readonly attachments: readonly string[]
    }
type Opened = Exclude<Account, { status: 'none' }>

/**
 * One account: opened once under a number that no other account gets; frozen and unfrozen, transferred to another holder, cancelled for good.
 * Whether a meter exists and is free is checked before, because that is known to other streams.
 */
export const accountDecider: Decider<AccountCommand, Account, AccountEvent> = {
  streamOf: ({ accountNo }) => `customers-account-${accountNo}`,
  initialState: { status: 'none' },
  evolve,
  decide: {
    OpenAccount: open,
    ChangeAccount: change,
    AssignPriceScheme: assign,
    FreezeAccount: freeze,
    UnfreezeAccount: unfreeze,
    TransferAccount: transfer,
    CancelAccount: cancel,
    LinkMeter: link,
    UnlinkMeter: unlink,
    FollowReplacement: followReplacement,
    AddAttachment: (command, account, context) => (isOpen(account) ? attach(command, account, context) : refusalOf(account, command)),
    // A cancelled account may have kept a document by mistake.
    RemoveAttachment: (command, account, context) =>
      account.status === 'none' ? refusalOf(account, command) : detach(command, account, context),
  },
}

function evolve(account: Account, event: AccountEvent): Account {
  if (event.type === 'customers.AccountOpened') {
    const { holder, enterprise, agent, settings, openedAt } = event.data
    const schemes = [{ priceScheme: settings.priceScheme, effectiveFrom: null, at: openedAt, reason: null }]
    return {
      status: 'active',
      parties: { holder, enterprise, agent },
      settings,
      openedAt,
      changedAt: openedAt,
      contractNo: 1,
      schemes,
      meterNo: null,
      attachments: [],
    }
  }
  // A log in which an account changes before it is opened is not this service's log.
  if (account.status === 'none') throw new Error(`account ${event.data.accountNo} changed before it was opened`)
  switch (event.type) {
    case 'customers.AccountDetailsChanged': {
      const { holder, enterprise, agent } = event.data
      return { ...account, parties: { holder, enterprise, agent } }
    }
    case 'customers.AccountTransferred': {
      const { holder, enterprise, agent, transferredAt } = event.data
      const contractNo = account.contractNo + 1
      return { ...changedAt(account, transferredAt), parties: { holder, enterprise, agent }, contractNo }
    }
    case 'customers.BillingSettingsChanged':
      return { ...account, settings: event.data.settings, schemes: schemesAfter(account, event.data) }
    case 'customers.PriceSchemeAssigned': {
      const { priceScheme, effectiveFrom, assignedAt: at, reason } = event.data
      return { ...account, schemes: withScheme(account.schemes, { priceScheme, effectiveFrom, at, reason }) }
    }
    case 'customers.AccountFrozen':
      return { ...changedAt(account, event.data.frozenAt), status: 'frozen' }
    case 'customers.AccountUnfrozen':
      return { ...changedAt(account, event.data.unfrozenAt), status: 'active' }
    case 'customers.AccountCancelled':
      return { ...account, status: 'cancelled' }
    case 'customers.MeterLinked':
      return { ...changedAt(account, event.data.linkedAt), meterNo: event.data.meterNo }
    case 'customers.MeterUnlinked':
      return { ...changedAt(account, event.data.unlinkedAt), meterNo: null }
    case 'customers.AttachmentAdded':
      return { ...account, attachments: [...account.attachments, event.data.attachmentId] }
    case 'customers.AttachmentRemoved':
      return { ...account, attachments: account.attachments.filter((attachmentId) => attachmentId !== event.data.attachmentId) }
  }
}

const changedAt = (account: Opened, at: string): Opened =>
  Date.parse(at) > Date.parse(account.changedAt) ? { ...account, changedAt: at } : account

/** Settings that name another scheme than those before changed it at once. */
function schemesAfter(
  { settings: before, schemes }: Opened,
  { settings: { priceScheme }, changedAt: at, reason }: { settings: BillingSettings; changedAt: string; reason: string },
): readonly AssignedScheme[] {
  return priceScheme === before.priceScheme ? schemes : withScheme(schemes, { priceScheme, effectiveFrom: null, at, reason })
}

function open(command: Opening, account: Account, { now }: Context): readonly AccountEvent[] | Rejection {
  const { accountNo, isGenerated, meterNo, openedAt = now, valveStaysClosed } = command
  if (account.status !== 'none') return rejected('account-already-exists', { accountNo })
  if (Date.parse(openedAt) > Date.parse(now)) return rejected('opening-in-future', { openedAt })
  const refused = command.priceScheme ? refuseScheme(command.priceScheme, command.knownScheme) : undefined
  if (refused) return refused
  const parties = partiesOf(command, undefined)
  if (isRejection(parties)) return parties
  const at = new Date(openedAt).toISOString()
  const opened: AccountEvent = {
    type: 'customers.AccountOpened',
    data: { accountNo, ...parties, settings: settingsOf(command), isGenerated, openedAt: at },
  }
  if (meterNo === undefined) return [opened]
  const linking = { accountNo, meterNo, reason: null, ...(valveStaysClosed && { valveStaysClosed }), linkedAt: at }
  return [opened, { type: 'customers.MeterLinked' as const, data: linking }]
}

function change(command: Change, account: Account, { now, timeZone }: Context): readonly AccountEvent[] | Rejection {
  if (!isOpen(account)) return refusalOf(account, command)
  const { accountNo, reason } = command
  const parties = partiesOf(command, account.parties)
  if (isRejection(parties)) return parties
  const { priceScheme, ...stated } = settingsOf(command)
  const settings = { ...stated, priceScheme: account.settings.priceScheme }
  const today = localDay(now, timeZone)
  const assigned = assignedFrom(account, { accountNo, priceScheme, effectiveFrom: today, reason }, command, { now, timeZone })
  if (isRejection(assigned)) return assigned
  const isSame = sameParties(parties, account.parties)
  const sameSettings = Object.entries(settings).every(([field, value]) => account.settings[field as keyof BillingSettings] === value)
  return [
    ...(isSame ? [] : [{ type: 'customers.AccountDetailsChanged' as const, data: { accountNo, ...parties, reason, changedAt: now } }]),
    ...(sameSettings ? [] : [{ type: 'customers.BillingSettingsChanged' as const, data: { accountNo, settings, reason, changedAt: now } }]),
    ...assigned,
  ]
}

function assign(command: WithScheme<Of<'AssignPriceScheme'>>, account: Account, context: Context): readonly AccountEvent[] | Rejection {
  if (!isOpen(account)) return refusalOf(account, command)
  const { accountNo, priceScheme, effectiveFrom, reason, knownScheme } = command
  const assigned = assignedFrom(account, { accountNo, priceScheme, effectiveFrom, reason }, command, context)
  if (isRejection(assigned) || assigned.length === 0) return assigned
  const openedOn = localDay(account.openedAt, context.timeZone)
  if (effectiveFrom < openedOn) return rejected('price-scheme-before-opening', { day: openedOn })
  const firstDay = knownScheme?.firstDay ?? effectiveFrom
  return effectiveFrom < firstDay ? rejected('tariff-not-yet-valid', { day: firstDay }) : assigned
}

/** A scheme that counts on the day already is not assigned again, so that a retired one stays with those who have it. */
function assignedFrom(
  { schemes }: Opened,
  assigned: { accountNo: string; priceScheme: string | null; effectiveFrom: string; reason: string },
  { knownScheme }: Pick<Change, 'knownScheme'>,
  { now, timeZone }: Pick<Context, 'now' | 'timeZone'>,
): readonly AccountEvent[] | Rejection {
  const { priceScheme, effectiveFrom } = assigned
  if (schemeOn(schemes, effectiveFrom, timeZone) === priceScheme) return []
  const refused = priceScheme === null ? undefined : refuseScheme(priceScheme, knownScheme)
  return refused ?? [{ type: 'customers.PriceSchemeAssigned', data: { ...assigned, assignedAt: now } }]
}

function freeze(command: OnADay<Of<'FreezeAccount'>>, account: Account, context: Context): readonly AccountEvent[] | Rejection {
  if (!isOpen(account)) return refusalOf(account, command)
  const { accountNo, reason } = command
  if (account.status === 'frozen') return []
  const at = effectiveAt({ ...command, changedAt: account.changedAt }, context)
  if (isRejection(at)) return at
  const { closingLitres } = command
  const { meterNo } = account
  const closing = meterNo === null || closingLitres === undefined ? {} : { closing: { meterNo, registerLitres: closingLitres } }
  return [{ type: 'customers.AccountFrozen', data: { accountNo, meterNo, ...closing, reason, frozenAt: at, ...recorded(at, context) } }]
}

function unfreeze(command: Of<'UnfreezeAccount'>, account: Account, { now }: Context): readonly AccountEvent[] | Rejection {
  if (!isOpen(account)) return refusalOf(account, command)
  const { accountNo, reason } = command
  if (account.status === 'active') return []
  return [{ type: 'customers.AccountUnfrozen', data: { accountNo, meterNo: account.meterNo, reason, unfrozenAt: now } }]
}

/** When it was recorded, where that is not from when it counts. */
const recorded = (at: string, { now }: Context): { recordedAt?: string } => (at === now ? {} : { recordedAt: now })

/** The holder's debt stays with the holder's contract, and is not moved without the caller's consent. */
function transfer(
  command: WithOwed<OnADay<OfTenant<Of<'TransferAccount'>>>>,
  account: Account,
  context: Context,
): readonly AccountEvent[] | Rejection {
  if (!isOpen(account)) return refusalOf(account, command)
  const { accountNo, owedMinor = 0, reason } = command
  if (account.status === 'frozen') return rejected('account-frozen', { accountNo })
  const at = effectiveAt({ ...command, changedAt: account.changedAt }, context)
  if (isRejection(at)) return at
  if (owedMinor > 0 && !command.leavesDebt) return rejected('transfer-leaves-debt', { owed: unitsOf(owedMinor) })
  const closing = closingOf(command, account)
  if (isRejection(closing)) return closing
  const parties = partiesOf({ ...command, natureOfUse: account.settings.natureOfUse }, undefined)
  if (isRejection(parties)) return parties
  const contractNo = account.contractNo + 1
  const transferred = { accountNo, ...parties, closing, contractNo, reason, transferredAt: at, ...recorded(at, context) }
  return [{ type: 'customers.AccountTransferred', data: transferred }]
}

/** The stream of its money has closed before: it owes nothing and has nothing. */
function cancel(command: OnADay<Of<'CancelAccount'>>, account: Account, context: Context): readonly AccountEvent[] | Rejection {
  const { accountNo, reason } = command
  if (account.status === 'cancelled') return rejected('cancellation-not-allowed', { accountNo })
  if (!isOpen(account)) return refusalOf(account, command)
  const at = effectiveAt({ ...command, changedAt: account.changedAt }, context)
  if (isRejection(at)) return at
  const closing = closingOf(command, account)
  if (isRejection(closing)) return closing
  const cancelled: AccountEvent = {
    type: 'customers.AccountCancelled',
    data: { accountNo, closing, reason, cancelledAt: at, ...recorded(at, context) },
  }
  return closing ? [unlinked(account, { accountNo, ...closing, reason }, at), cancelled] : [cancelled]
}

function link(command: Of<'LinkMeter'>, account: Account, { now }: Context): readonly AccountEvent[] | Rejection {
  if (!isOpen(account)) return refusalOf(account, command)
  const { accountNo, meterNo, reason } = command
  if (account.meterNo === meterNo) return []
  if (account.status === 'frozen') return rejected('account-frozen', { accountNo })
  if (account.meterNo !== null) return rejected('account-has-meter', { accountNo, number: account.meterNo })
  return [{ type: 'customers.MeterLinked', data: { accountNo, meterNo, reason, linkedAt: now } }]
}

function unlink(command: Of<'UnlinkMeter'>, account: Account, { now }: Context): readonly AccountEvent[] | Rejection {
  if (!isOpen(account)) return refusalOf(account, command)
  if (account.meterNo === null) return []
  const closing = closingOf(command, account)
  if (isRejection(closing) || closing === null) return closing ?? []
  return [unlinked(account, { accountNo: command.accountNo, ...closing, reason: command.reason }, now)]
}

/** The account goes on with the new meter, frozen or not. A replacement that it has followed, or that is no longer about its meter, changes nothing. */
function followReplacement(command: FollowReplacement, account: Account): readonly AccountEvent[] {
  const { accountNo, meterNo, replacedBy, replacedAt, finalLitres } = command
  if (!isOpen(account) || account.meterNo !== meterNo) return []
  const isFrozen = account.status === 'frozen'
  return [
    unlinked(account, { accountNo, meterNo, registerLitres: finalLitres, reason: null }, replacedAt),
    {
      type: 'customers.MeterLinked',
      data: { accountNo, meterNo: replacedBy, reason: null, ...(isFrozen && { isFrozen }), linkedAt: replacedAt },
    },
  ]
}

const unlinked = (
  { status }: Opened,
  removal: { accountNo: string; meterNo: string; registerLitres: number; reason: string | null },
  now: string,
): AccountEvent => ({ type: 'customers.MeterUnlinked', data: { ...removal, wasFrozen: status === 'frozen', unlinkedAt: now } })

/** The last register ends the last bill of the present holder, so a meter does not change hands without it. */
const closingOf = ({ closingLitres }: { closingLitres?: number | undefined }, { meterNo }: Opened) => {
  if (meterNo === null) return null
  return closingLitres === undefined
    ? rejected('closing-register-missing', { number: meterNo })
    : { meterNo, registerLitres: closingLitres }
}

const isOpen = (account: Account): account is Opened & { status: 'active' | 'frozen' } =>
  account.status === 'active' || account.status === 'frozen'

const refusalOf = ({ status }: Account, { accountNo }: { accountNo: string }): Rejection =>
  rejected(status === 'none' ? 'account-not-found' : 'account-closed', { accountNo })
