import { waterSalesDecider } from '@nightflow/domain/billing/water-sales-decider'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { type AnyPolicy, definePolicy } from '../shared/define-policy.ts'

/**
 * The approval of a refund, and the end of a sale without a token, are in the stream of the meter; the money is in that of the account. Money that was given back
 * already is not given again, and a sale that took nothing gives nothing back.
 */
export const returnTokenMoney = ({ log }: { log: EventLog }): AnyPolicy =>
  definePolicy({
    name: 'prepaid/return-token-money',
    actor: 'policy:token-refunds',
    events: ['prepaid.TokenRefundApproved', 'prepaid.TokenSaleFailed'],
    react: async ({ type, data }, { tenant, execute }) => {
      const { meterNo, requestId } = data
      const reason = (type === 'prepaid.TokenRefundApproved' ? data.comments : data.reasonCode) || '-'
      const { sales } = await stateOfStream(log, `${tenant}/prepaid-sts-meter-${meterNo}`, meterTokensDecider)
      const accountNo = sales.get(requestId)?.started.accountNo
      if (accountNo === undefined) return
      await execute(waterSalesDecider, { type: 'TakeWaterBack', accountNo, saleId: requestId, reason })
    },
  })
