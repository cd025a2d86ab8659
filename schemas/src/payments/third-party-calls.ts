import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { RowId } from '../shared/lists.ts'
import { AccountNo } from '../shared/values.ts'
import { minorOf } from './amounts.ts'

const amountMax = 10_000_000_000
const isAmount = (amount: number): boolean => Number.isInteger(minorOf(amount))

export const createThirdPartyKey = endpoint({
  method: 'PUT',
  path: '/prod-api/business/thirdPartyAccess/key/:accessId',
  permission: 'payments:thirdParty:key',
  summary: 'Create a new key of a third-party platform. It is answered once, and the one before ends at once',
  request: z.object({ accessId: RowId }),
  response: z.object({ key: z.string() }),
})

/** The platform's own reference: the same one again is the same recharge. */
const Reference = z.string().regex(/^[\x21-\x7e]{1,64}$/, formatText('platform-reference'))

export const pushThirdPartyRecharge = endpoint({
  method: 'POST',
  path: '/api/v1/third-party-recharges',
  permission: 'public',
  summary:
    'For third-party platforms, by their key in the header X-Api-Key: money that was taken for an account. The same reference again has no further effect; with another account or amount it is refused',
  request: z.object({
    reference: Reference,
    accountNo: AccountNo,
    /** In the currency, with two decimals at most. */
    amount: z.number().min(0.01).max(amountMax).refine(isAmount, formatText('amount')),
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
  response: z.object({ rechargeId: z.uuid(), isNew: z.boolean() }),
})
