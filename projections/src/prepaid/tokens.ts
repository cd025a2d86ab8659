import { litresPerUnit } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { TokenKind, TokenStatus } from '@nightflow/schemas/prepaid/token'
import { TokenDownlink } from '@nightflow/schemas/prepaid/token-downlink'
import { tokens as resource } from '@nightflow/schemas/prepaid/token-row'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'

const statuses = TokenStatus.enum
const downlinks = TokenDownlink.enum
type Row = z.output<typeof resource.row>

type Order = Pick<Row, 'meterNo' | 'requestId' | 'kind' | 'status' | 'operator'> & { position: number; at: string }

/** Tokens that are not sold. */
const orderRow = ({ position, at, ...order }: Order): Row => ({
  ...order,
  ...{ tokenNo: position, accountNo: null, payMethod: null, digits: '', reasonCode: '', downlink: downlinks.none, createTime: at },
  ...{ amountMinor: 0, chargedMinor: 0, litres: 0, roundedUpLitres: 0 },
})

/** Every sale of tokens with its digits, and why a sale has none. */
export const tokens = defineEntity({
  name: 'prepaid/tokens',
  version: 2,
  table: 'sts_tokens',
  key: ['meterNo', 'requestId'],
  row: resource.row,
  indexes: {
    id: '(tenant, token_no)',
    request: '(tenant, request_id)',
    account: '(tenant, account_no, token_no)',
    time: '(tenant, create_time)',
  },
  evolve: {
    'prepaid.TokenSaleStarted': (seen, { data: { at, agentId: _agent, isOrdered: _ordered, ...sale }, position, metadata }) =>
      seen ?? {
        ...sale,
        tokenNo: position,
        kind: TokenKind.enum.credit,
        status: statuses.started,
        ...{ digits: '', chargedMinor: 0, litres: 0, roundedUpLitres: 0, reasonCode: '', downlink: downlinks.none },
        operator: personOf(metadata.actor),
        createTime: at,
      },
    'prepaid.ManagementRequested': (seen, { data: { meterNo, requestId, kind, register, at }, position, metadata }) =>
      seen ?? {
        ...orderRow({ meterNo, requestId, kind, status: statuses.awaitsApproval, position, operator: personOf(metadata.actor), at }),
        litres: kind === TokenKind.enum.replacementCredit ? register * litresPerUnit : 0,
      },
    'prepaid.KeyChangeRequested': (seen, { data: { meterNo, requestId, at }, position, metadata }) =>
      seen ??
      orderRow({
        ...{ meterNo, requestId, kind: TokenKind.enum.keyChange, status: statuses.started },
        ...{ position, operator: personOf(metadata.actor), at },
      }),
    'prepaid.ManagementApproved': (seen) => seen && { ...seen, status: statuses.started },
    'prepaid.ManagementRefused': (seen) => seen && { ...seen, status: statuses.refused },
    'prepaid.TokenRefundApproved': (seen) => seen && { ...seen, status: statuses.returned },
    'prepaid.TokensRequested': (seen, { data: { chargedMinor, litres, roundedUpLitres } }) =>
      seen && { ...seen, chargedMinor, litres, roundedUpLitres },
    'prepaid.TokensIssued': (seen, { data }) => seen && { ...seen, status: statuses.issued, digits: data.tokens.join(' ') },
    'prepaid.TokenSent': (seen) => seen,
    'prepaid.TokenDownlinkRequested': (seen) => seen && { ...seen, downlink: downlinks.requested },
    'prepaid.TokenDownlinkSent': (seen) => seen && { ...seen, downlink: downlinks.sent },
    'prepaid.TokenDownlinkConfirmed': (seen) => seen && { ...seen, downlink: downlinks.confirmed },
    'prepaid.TokenDownlinkFailed': (seen) => seen && { ...seen, downlink: downlinks.failed },
    'prepaid.TokenSaleFailed': (seen, { data: { reasonCode } }) => seen && { ...seen, status: statuses.failed, reasonCode },
  },
  history: {
    sentences: 'prepaid:token',
    steps: {
      'prepaid.TokenSaleStarted': { step: 'started', tell: ({ data: { amountMinor } }) => ({ facts: { amountMinor } }) },
      'prepaid.TokensRequested': {
        step: 'requested',
        tell: ({ data: { chargedMinor, litres, parts } }) => ({ facts: { amountMinor: chargedMinor, litres, count: parts.length } }),
      },
      'prepaid.TokensIssued': { step: 'issued' },
      'prepaid.TokenSent': { step: 'sent' },
      'prepaid.TokenDownlinkRequested': { step: 'downlinkRequested' },
      'prepaid.TokenDownlinkSent': { step: 'downlinkSent' },
      'prepaid.TokenDownlinkConfirmed': { step: 'downlinkConfirmed' },
      'prepaid.TokenDownlinkFailed': { step: 'downlinkFailed', tell: ({ data: { reason } }) => ({ note: reason || null }) },
      'prepaid.TokenSaleFailed': { step: 'failed' },
      'prepaid.ManagementRequested': { step: 'managementRequested', tell: ({ data: { reason } }) => ({ note: reason }) },
      'prepaid.KeyChangeRequested': { step: 'keyChangeRequested', tell: ({ data: { reason } }) => ({ note: reason }) },
      'prepaid.TokenRefundRequested': { step: 'refundRequested', tell: ({ data: { reason } }) => ({ note: reason }) },
      'prepaid.TokenRefundApproved': { step: 'refundApproved', tell: ({ data: { comments } }) => ({ note: comments || null }) },
      'prepaid.ManagementApproved': { step: 'managementApproved', tell: ({ data: { comments } }) => ({ note: comments || null }) },
      'prepaid.ManagementRefused': { step: 'managementRefused', tell: ({ data: { comments } }) => ({ note: comments }) },
    },
  },
})

type NamedToken = { meterNo: string; requestId: string }

/** Meter and request of the token with this number. */
export const findToken = async (database: PoolClient, tokenNo: number): Promise<NamedToken | undefined> => {
  const { rows } = await database.query<NamedToken>(
    'select meter_no as "meterNo", request_id as "requestId" from views.sts_tokens where token_no = $1',
    [tokenNo],
  )
  return rows[0]
}

/** The number of a sale. */
export const tokenNumberOf = async (database: PoolClient, { meterNo, requestId }: NamedToken): Promise<number | undefined> => {
  const { rows } = await database.query<{ tokenNo: number }>(
    'select token_no::float8 as "tokenNo" from views.sts_tokens where meter_no = $1 and request_id = $2',
    [meterNo, requestId],
  )
  return rows[0]?.tokenNo
}

/** The meters of an account that take tokens now. */
export const stsMetersOfAccount = async (database: PoolClient, accountNo: string): Promise<{ meterNo: string; pan: string }[]> => {
  const { rows } = await database.query<{ meterNo: string; pan: string }>(
    `select registered.meter_no as "meterNo", registered.pan
     from views.accounts account
     join lateral jsonb_to_recordset(account.meters) as held("meterNo" text, "to" timestamptz) on held."to" is null
     join views.sts_meters registered on registered.meter_no = held."meterNo" and not registered.is_removed
     where account.account_no = $1 order by 1`,
    [accountNo],
  )
  return rows
}

/** The history of one sale, newest first; undefined where there is none. */
export const tokenHistory = async (database: PoolClient, tokenNo: number, page: HistoryPage) => {
  const found = await findToken(database, tokenNo)
  return found && readHistory(database, tokens.entity, found, page)
}
