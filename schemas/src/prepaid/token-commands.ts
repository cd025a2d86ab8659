import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { Language } from '../shared/language.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, LocalDate, MeterNumber } from '../shared/values.ts'
import { KeyGeneration, keyGeneration, stsMeters } from './sts-meter.ts'
import { ofSale, SaleMinor, SoldTo, TokenDigits, TokenKind, TokenStatus, tokensMax } from './token.ts'
import { requestedDownlink, TokenDownlink } from './token-downlink.ts'
import { tokens } from './token-row.ts'

const reason = lines(200).min(1)
const comments = lines(200)
/** The actor, whom the approval of another person is compared with. */
const requestedBy = text(100)
type Token = RowOf<typeof tokens>
const statuses = TokenStatus.enum

/** Management of a meter: who may, asks; another person approves before a day. */
export const ManagementKind = TokenKind.exclude(['credit', 'keyChange'])
export type ManagementKind = z.infer<typeof ManagementKind>
const registerMax = 0xffff
/** The meter whose water the token carries, of a replacement credit alone. */
const replaced = { replacedMeterNo: MeterNumber.optional() }
const valueMax = 18_201_624

/** The person whom the message is for, and how it goes; the address is looked up when it is written. */
const sentTo = { personId: z.uuid(), channel: z.enum(['sms', 'email']), language: Language }

/** Commands on tokens. */
export const tokenCommands = commandsOn<Token>()(
  { entity: 'Token', id: 'tokenNo', path: tokens.path, permission: 'prepaid:token:refund', key: ofSale },
  {
    refund: {
      command: 'RequestTokenRefund',
      call: 'requestTokenRefund',
      summary: 'Apply for the refund of a token that was not entered',
      typed: { reason },
      event: 'prepaid.TokenRefundRequested',
      recorded: {
        ...{ reason, requestedBy, accountNo: AccountNo },
        ...{ tokens: z.array(TokenDigits).min(1).max(tokensMax), amountMinor: SaleMinor },
      },
      icon: 'undo',
      isOffered: ({ status, kind }) => status === statuses.issued && kind === TokenKind.enum.credit,
    },
    send: {
      command: 'SendToken',
      call: 'sendToken',
      summary: 'Send the digits of a sale to the holder of its account: by mail where an address is known, otherwise by text message',
      permission: 'prepaid:token:sell',
      typed: { sendId: z.uuid() },
      given: { sendId: z.uuid(), ...sentTo },
      event: 'prepaid.TokenSent',
      recorded: { sendId: z.uuid(), ...sentTo, accountNo: AccountNo, tokens: z.array(TokenDigits).min(1).max(tokensMax) },
      requestId: 'sendId',
      icon: 'move',
      isOffered: ({ status, kind }) => status === statuses.issued && kind === TokenKind.enum.credit,
    },
    deliver: {
      command: 'RequestTokenDownlink',
      call: 'deliverToken',
      summary: 'Give the digits of a token to the gateway of a two-way meter, which enters them in their order',
      permission: 'prepaid:token:sell',
      typed: { downlinkId: z.uuid() },
      given: { downlinkId: z.uuid() },
      event: 'prepaid.TokenDownlinkRequested',
      recorded: requestedDownlink,
      becomes: { downlink: TokenDownlink.enum.requested },
      requestId: 'downlinkId',
      icon: 'move',
      isOffered: ({ status, downlink }) => status === statuses.issued && downlink === TokenDownlink.enum.failed,
    },
    approve: {
      command: 'ApproveManagement',
      call: 'approveManagementToken',
      summary: 'Approve a token that manages a meter: it is made then. The person who asked for it cannot',
      permission: 'prepaid:stsMeter:approve',
      typed: { comments },
      event: 'prepaid.ManagementApproved',
      recorded: { comments, tokenIdentifier: z.int().min(0).max(0xff_ffff), soldTo: SoldTo },
      icon: 'finish',
      isOffered: ({ status }) => status === statuses.awaitsApproval,
    },
    refuse: {
      command: 'RefuseManagement',
      call: 'refuseManagementToken',
      summary: 'Refuse a token that manages a meter',
      permission: 'prepaid:stsMeter:approve',
      typed: { comments: comments.min(1) },
      event: 'prepaid.ManagementRefused',
      recorded: { comments },
      icon: 'cancel',
      isOffered: ({ status }) => status === statuses.awaitsApproval,
    },
  },
)

/** Commands on meters: tokens that manage one, and another generation of its key. */
export const stsMeterCommands = commandsOn<RowOf<typeof stsMeters>>()(
  { entity: 'StsMeter', id: 'stsMeterId', path: stsMeters.path, permission: 'prepaid:stsMeter:manage', key: { meterNo: MeterNumber } },
  {
    manage: {
      command: 'RequestManagement',
      call: 'requestManagementToken',
      summary: 'Ask for a token that manages a meter; another person approves it before the day on which it expires',
      typed: {
        requestId: z.uuid(),
        kind: ManagementKind,
        amount: z.int().min(0).max(valueMax).nullable().default(null),
        expiresOn: LocalDate,
        reason,
      },
      given: {
        requestId: z.uuid(),
        kind: ManagementKind,
        register: z.int().min(0).max(registerMax),
        expiresOn: LocalDate,
        reason,
        ...replaced,
      },
      event: 'prepaid.ManagementRequested',
      recorded: {
        requestId: z.uuid(),
        kind: ManagementKind,
        register: z.int().min(0).max(registerMax),
        expiresOn: LocalDate,
        reason,
        requestedBy,
        ...replaced,
      },
      requestId: 'requestId',
      icon: 'edit',
      isOffered: () => true,
    },
    changeKey: {
      command: 'RequestKeyChange',
      call: 'changeStsKey',
      permission: 'prepaid:stsMeter:changeKey',
      summary: 'Make the tokens of another generation of the key; both keys count as pending until their entry is confirmed',
      typed: { requestId: z.uuid(), ...keyGeneration, reason },
      event: 'prepaid.KeyChangeRequested',
      recorded: { requestId: z.uuid(), from: SoldTo, next: KeyGeneration, reason },
      requestId: 'requestId',
      icon: 'lock',
      isOffered: () => true,
    },
    confirmKey: {
      command: 'ConfirmKeyChange',
      call: 'confirmStsKey',
      permission: 'prepaid:stsMeter:changeKey',
      summary: 'The meter has taken the tokens of its key change: its new key counts',
      typed: { comments },
      event: 'prepaid.KeyChangeConfirmed',
      recorded: { comments, next: KeyGeneration },
      icon: 'finish',
      isOffered: ({ pendingKey }) => pendingKey !== null,
    },
    cancelKey: {
      command: 'CancelKeyChange',
      call: 'cancelStsKey',
      permission: 'prepaid:stsMeter:changeKey',
      summary: 'The tokens of the key change were not entered: the present key goes on',
      typed: { reason },
      event: 'prepaid.KeyChangeCancelled',
      recorded: { reason },
      icon: 'cancel',
      isOffered: ({ pendingKey }) => pendingKey !== null,
    },
  },
)
export const managementEventTypes = {
  ...tokenCommands.events,
  ...stsMeterCommands.events,
} as const
export type TokenCommand = GivenTo<typeof tokenCommands>
export type ManagementCommand = GivenTo<typeof stsMeterCommands>
