import { type KeyGeneration, StsBaseDate, StsKeyType, type StsMeterAdded } from '@nightflow/schemas/prepaid/sts-meter'
import type { SoldTo } from '@nightflow/schemas/prepaid/token'
import { RechargeFlag, RefundStatus } from '@nightflow/schemas/prepaid/token-refund'
import type { EventIn } from '../shared/decider.ts'
import type { BaseDateYear } from './sts/token-identifier.ts'
import type { VendingMeter } from './token-vendor.ts'

export type MeterTokensEvent = EventIn<
  | 'prepaid.StsMeterAdded'
  | 'prepaid.StsMeterChanged'
  | 'prepaid.StsMeterRemoved'
  | 'prepaid.TokenSaleStarted'
  | 'prepaid.TokensRequested'
  | 'prepaid.TokensIssued'
  | 'prepaid.TokenSaleFailed'
  | 'prepaid.TokenSent'
  | 'prepaid.TokenDownlinkRequested'
  | 'prepaid.TokenDownlinkSent'
  | 'prepaid.TokenDownlinkConfirmed'
  | 'prepaid.TokenDownlinkFailed'
  | 'prepaid.TokenRefundRequested'
  | 'prepaid.TokenRefundReviewed'
  | 'prepaid.TokenRefundFlagged'
  | 'prepaid.TokenRefundApproved'
  | 'prepaid.TokenRefundRejected'
  | 'prepaid.ManagementRequested'
  | 'prepaid.ManagementApproved'
  | 'prepaid.ManagementRefused'
  | 'prepaid.KeyChangeRequested'
  | 'prepaid.KeyChangeConfirmed'
  | 'prepaid.KeyChangeCancelled'
>
type Registered = Omit<StsMeterAdded, 'at'>

export type TokenRefund = { readonly requestedBy: string; readonly status: RefundStatus; readonly flag: RechargeFlag }

/** The last way of tokens to the meter by radio. */
export type Downlink = { readonly downlinkId: string; readonly state: 'requested' | 'sent' | 'confirmed' | 'failed' }

/** One sale by its steps, in their order. */
export type TokenSale = {
  readonly started: EventIn<'prepaid.TokenSaleStarted'>['data']
  readonly requested?: EventIn<'prepaid.TokensRequested'>['data']
  readonly tokens?: readonly string[]
  /** The code of the refusal that ended it. */
  readonly failed?: string
  readonly refund?: TokenRefund
  readonly downlink?: Downlink
  /** Messages with its digits. */
  readonly sends?: ReadonlySet<string>
}

/** A token that manages the meter: it is made once another person has approved it. */
export type Management = {
  readonly requested: EventIn<'prepaid.ManagementRequested'>['data']
  readonly approved?: EventIn<'prepaid.ManagementApproved'>['data']
  readonly isRefused?: boolean
  readonly tokens?: readonly string[]
  readonly downlink?: Downlink
}

/** Another generation of the key. It counts once its entry into the meter is confirmed. */
export type KeyChange = {
  readonly requested: EventIn<'prepaid.KeyChangeRequested'>['data']
  readonly tokens?: readonly string[]
  readonly downlink?: Downlink
}

/** The tokens of one meter, in the order of its stream. */
export type MeterTokens = {
  readonly registered: Registered | undefined
  readonly sales: ReadonlyMap<string, TokenSale>
  readonly managements: ReadonlyMap<string, Management>
  readonly keyChanges: ReadonlyMap<string, KeyChange>
  /** The key change whose entry is not confirmed yet. */
  readonly pendingChange: string | undefined
  /** The highest identifier that the meter was given, by base date. They rise across all sellers. */
  readonly lastIdentifiers: ReadonlyMap<string, number>
}

export const noTokens: MeterTokens = {
  ...{ registered: undefined, sales: new Map(), managements: new Map(), keyChanges: new Map() },
  ...{ pendingChange: undefined, lastIdentifiers: new Map() },
}

const dates = StsBaseDate.enum
const years = { [dates.from1993]: 1993, [dates.from2014]: 2014, [dates.from2035]: 2035 } as const satisfies Record<
  KeyGeneration['baseDate'],
  BaseDateYear
>
export const yearOf = (baseDate: KeyGeneration['baseDate']): BaseDateYear => years[baseDate]
const types = StsKeyType.enum
const keyTypes = { [types.groupDefault]: 1, [types.unique]: 2, [types.common]: 3 } as const

/** The meter as a vending module takes it. */
export const vendingMeterOf = ({ meterPan, keyType, baseDate, ...meter }: SoldTo): VendingMeter => ({
  ...meter,
  meterPan,
  keyType: keyTypes[keyType],
  baseDate: yearOf(baseDate),
})

/** The registration as it is kept with the tokens that were made for it. */
export const soldToOf = ({ pan, meterNo: _, remark: __, isTwoWay: ___, ...generation }: Registered): SoldTo => ({
  meterPan: pan,
  ...generation,
})

const withSale = (state: MeterTokens, requestId: string, change: Partial<TokenSale>): MeterTokens => {
  const sale = state.sales.get(requestId)
  return sale ? { ...state, sales: new Map(state.sales).set(requestId, { ...sale, ...change }) } : state
}

const withManagement = (state: MeterTokens, requestId: string, change: Partial<Management>): MeterTokens => {
  const management = state.managements.get(requestId)
  return management ? { ...state, managements: new Map(state.managements).set(requestId, { ...management, ...change }) } : state
}

const withKeyChange = (state: MeterTokens, requestId: string, changed: Partial<KeyChange>): MeterTokens => {
  const change = state.keyChanges.get(requestId)
  return change ? { ...state, keyChanges: new Map(state.keyChanges).set(requestId, { ...change, ...changed }) } : state
}

/** A request is a sale, a management or a key change, and only that is changed. */
const withAny = (state: MeterTokens, requestId: string, change: { tokens: readonly string[] } | { downlink: Downlink }): MeterTokens =>
  withKeyChange(withManagement(withSale(state, requestId, change), requestId, change), requestId, change)

const withRefund = (state: MeterTokens, requestId: string, change: Partial<TokenRefund>): MeterTokens => {
  const refund = state.sales.get(requestId)?.refund
  return refund ? withSale(state, requestId, { refund: { ...refund, ...change } }) : state
}

const downlinkStates = {
  'prepaid.TokenDownlinkRequested': 'requested',
  'prepaid.TokenDownlinkSent': 'sent',
  'prepaid.TokenDownlinkConfirmed': 'confirmed',
  'prepaid.TokenDownlinkFailed': 'failed',
} as const

export function evolveTokens(state: MeterTokens, event: MeterTokensEvent): MeterTokens {
  switch (event.type) {
    case 'prepaid.StsMeterAdded':
    case 'prepaid.StsMeterChanged': {
      const { at: _, ...registered } = event.data
      return { ...state, registered }
    }
    case 'prepaid.StsMeterRemoved':
      return { ...state, registered: undefined }
    case 'prepaid.TokenSaleStarted':
      return { ...state, sales: new Map(state.sales).set(event.data.requestId, { started: event.data }) }
    case 'prepaid.TokensRequested': {
      const { requestId, parts, soldTo } = event.data
      const last = Math.max(...parts.map(({ tokenIdentifier }) => tokenIdentifier))
      return { ...withSale(state, requestId, { requested: event.data }), lastIdentifiers: withLast(state, soldTo.baseDate, last) }
    }
    case 'prepaid.TokensIssued': {
      const { requestId, tokens } = event.data
      return withAny(state, requestId, { tokens })
    }
    case 'prepaid.TokenSaleFailed':
      return withSale(state, event.data.requestId, { failed: event.data.reasonCode })
    case 'prepaid.TokenSent': {
      const { requestId, sendId } = event.data
      return withSale(state, requestId, { sends: new Set(state.sales.get(requestId)?.sends).add(sendId) })
    }
    case 'prepaid.TokenDownlinkRequested':
    case 'prepaid.TokenDownlinkSent':
    case 'prepaid.TokenDownlinkConfirmed':
    case 'prepaid.TokenDownlinkFailed': {
      const { requestId, downlinkId } = event.data
      return withAny(state, requestId, { downlink: { downlinkId, state: downlinkStates[event.type] } })
    }
    case 'prepaid.TokenRefundRequested': {
      const { requestId, requestedBy } = event.data
      const flag = state.sales.get(requestId)?.refund?.flag ?? RechargeFlag.enum.inSearch
      return withSale(state, requestId, { refund: { requestedBy, flag, status: RefundStatus.enum.pending } })
    }
    case 'prepaid.TokenRefundReviewed':
      return withRefund(state, event.data.requestId, { status: RefundStatus.enum.processing })
    case 'prepaid.TokenRefundFlagged':
      return withRefund(state, event.data.requestId, { flag: event.data.rechargeFlag })
    case 'prepaid.TokenRefundApproved':
      return withRefund(state, event.data.requestId, { status: RefundStatus.enum.completed, flag: RechargeFlag.enum.returned })
    case 'prepaid.TokenRefundRejected':
      return withRefund(state, event.data.requestId, { status: RefundStatus.enum.rejected })
    default:
      return evolveManagement(state, event)
  }
}

type ManagementEvent = Extract<
  MeterTokensEvent,
  { type: `prepaid.Management${'Requested' | 'Approved' | 'Refused'}` | `prepaid.KeyChange${'Requested' | 'Confirmed' | 'Cancelled'}` }
>

const evolveManagement = (state: MeterTokens, event: ManagementEvent): MeterTokens => {
  switch (event.type) {
    case 'prepaid.ManagementRequested':
      return { ...state, managements: new Map(state.managements).set(event.data.requestId, { requested: event.data }) }
    case 'prepaid.ManagementApproved': {
      const { requestId, soldTo, tokenIdentifier } = event.data
      const approved = withManagement(state, requestId, { approved: event.data })
      return { ...approved, lastIdentifiers: withLast(state, soldTo.baseDate, tokenIdentifier) }
    }
    case 'prepaid.ManagementRefused':
      return withManagement(state, event.data.requestId, { isRefused: true })
    case 'prepaid.KeyChangeRequested': {
      const { requestId } = event.data
      return { ...state, pendingChange: requestId, keyChanges: new Map(state.keyChanges).set(requestId, { requested: event.data }) }
    }
    case 'prepaid.KeyChangeConfirmed': {
      const { registered } = state
      return { ...state, pendingChange: undefined, registered: registered && { ...registered, ...event.data.next } }
    }
    case 'prepaid.KeyChangeCancelled':
      return { ...state, pendingChange: undefined }
    default:
      return state
  }
}

const withLast = ({ lastIdentifiers }: MeterTokens, baseDate: string, last: number): MeterTokens['lastIdentifiers'] =>
  new Map(lastIdentifiers).set(baseDate, Math.max(last, lastIdentifiers.get(baseDate) ?? 0))
