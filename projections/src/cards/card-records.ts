import { CardOperation, cardRecords as resource, TransactionType, WriteStatus } from '@nightflow/schemas/cards/card'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

const transactionOf = (operation: string) => {
  if (operation === CardOperation.enum.recharge) return TransactionType.enum.received
  return operation === CardOperation.enum.refund ? TransactionType.enum.refunded : TransactionType.enum.none
}

/** Operations on the cards of accounts, with their outcome. */
export const cardRecords = defineEntity({
  name: 'cards/card-records',
  version: 1,
  table: 'card_records',
  key: ['accountNo', 'operationId'],
  row: resource.row.extend({ operationId: z.uuid() }),
  indexes: { id: '(tenant, record_no)' },
  evolve: {
    'cards.CardWritePrepared': (record, { data, position, metadata }) => {
      if (record) return record
      const { accountNo, operationId, cardNo, meterNo, operation, purchaseLitres, amountMinor, remark, at } = data
      const transactionType = transactionOf(operation)
      return {
        ...{ accountNo, operationId, recordNo: position, cardNo, meterNo, operation, status: WriteStatus.enum.prepared, transactionType },
        invoiceNo: transactionType === TransactionType.enum.none ? null : operationId,
        ...{ purchaseLitres, amountMinor, operator: personOf(metadata.actor), remark, createTime: at },
      }
    },
    'cards.CardWritten': (record) => record && { ...record, status: WriteStatus.enum.written },
    'cards.CardWriteMissed': (record) => record && { ...record, status: WriteStatus.enum.prepared },
    'cards.CardWriteCancelled': (record, { data: { reason } }) =>
      record && { ...record, status: WriteStatus.enum.cancelled, remark: reason || record.remark },
  },
})
