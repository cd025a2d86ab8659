import { RechargeFlag, RefundStatus, stsRefunds as resource } from '@nightflow/schemas/prepaid/token-refund'
import { stsRefundCommands } from '@nightflow/schemas/prepaid/token-refund-calls'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { casesOf, defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'

const row = resource.row
type Row = z.output<typeof row>

/** Applications for the refund of tokens, one for each sale; a further one takes the place of one that was rejected. */
export const stsRefunds = defineEntity({
  name: 'prepaid/sts-refunds',
  version: 1,
  table: 'sts_refunds',
  key: ['meterNo', 'requestId'],
  row,
  indexes: { id: '(tenant, refund_no)' },
  evolve: {
    'prepaid.TokenRefundRequested': (seen, { data, position, metadata }) => ({
      refundNo: seen?.refundNo ?? position,
      ...{ meterNo: data.meterNo, requestId: data.requestId, accountNo: data.accountNo, digits: data.tokens.join(' ') },
      ...{ amountMinor: data.amountMinor, reason: data.reason, refundStatus: RefundStatus.enum.pending },
      rechargeFlag: seen?.rechargeFlag ?? RechargeFlag.enum.inSearch,
      applicant: personOf(metadata.actor),
      ...{ auditor: null, auditComments: '', createTime: data.at },
    }),
    ...casesOf(stsRefundCommands.becomes, (seen: Row, change, { data, metadata }) => ({
      ...seen,
      ...change,
      auditor: personOf(metadata.actor),
      auditComments: data.comments || seen.auditComments,
    })),
    'prepaid.TokenRefundFlagged': (seen, { data: { rechargeFlag } }) => seen && { ...seen, rechargeFlag },
  },
  history: {
    sentences: 'prepaid:stsRefund',
    steps: {
      'prepaid.TokenRefundRequested': { step: 'requested', tell: ({ data: { reason } }) => ({ note: reason }) },
      'prepaid.TokenRefundReviewed': { step: 'reviewed', tell: ({ data: { comments } }) => ({ note: comments || null }) },
      'prepaid.TokenRefundFlagged': {
        step: 'flagged',
        tell: ({ data: { rechargeFlag, comments } }) => ({ facts: { rechargeFlag }, note: comments || null }),
      },
      'prepaid.TokenRefundApproved': { step: 'approved', tell: ({ data: { comments } }) => ({ note: comments || null }) },
      'prepaid.TokenRefundRejected': { step: 'rejected', tell: ({ data: { comments } }) => ({ note: comments }) },
    },
  },
})

type NamedSale = { meterNo: string; requestId: string }

/** Meter and sale of the application with this number. */
export const findRefund = async (database: PoolClient, refundNo: number): Promise<NamedSale | undefined> => {
  const { rows } = await database.query<NamedSale>(
    'select meter_no as "meterNo", request_id as "requestId" from views.sts_refunds where refund_no = $1',
    [refundNo],
  )
  return rows[0]
}

/** The history of one application, newest first; undefined where there is none. */
export const refundHistory = async (database: PoolClient, refundNo: number, page: HistoryPage) => {
  const found = await findRefund(database, refundNo)
  return found && readHistory(database, stsRefunds.entity, found, page)
}
