import { waterSalesDecider } from '@nightflow/domain/billing/water-sales-decider'
import type { MeterTokens } from '@nightflow/domain/prepaid/meter-tokens'
import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { findRefund, refundHistory } from '@nightflow/projections/prepaid/sts-refunds'
import { listStsRefundHistory, stsRefundCommands } from '@nightflow/schemas/prepaid/token-refund-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { commandRoutes } from '../http/command-routes.ts'
import { execute } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import { ask, type Route } from '../http/serve.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'

export const stsRefundResourceRoutes = logRoutes(resourceCalls.stsRefunds, storeOf(resources.stsRefunds), {})

const logged = ({ sales }: MeterTokens, given: object) =>
  ('requestId' in given && typeof given.requestId === 'string' && sales.get(given.requestId)?.refund) || null

export const stsRefundRoutes: readonly Route[] = [
  ...commandRoutes(
    { commands: stsRefundCommands, decider: meterTokensDecider, find: eachBy(findRefund), logged },
    {
      approve: {
        // The policy `prepaid/return-token-money` does it where this process stops before.
        afterwards: async ({ given: { requestId, comments }, context, after }) => {
          const accountNo = after.sales.get(requestId)?.started.accountNo
          if (accountNo === undefined) return undefined
          const taken = await execute(context, waterSalesDecider, {
            ...{ type: 'TakeWaterBack', accountNo, saleId: requestId, reason: comments || '-' },
          })
          return isRejection(taken) ? undefined : taken.position
        },
      },
    },
  ),
  ask(
    listStsRefundHistory,
    ({ refundNo, ...page }, { read }) => read((database) => refundHistory(database, refundNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
