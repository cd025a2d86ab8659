import { payCodeOf, publicAddressOf } from '@nightflow/platform/payments/pay-codes'
import { payAddressOf, payFragment } from '@nightflow/schemas/payments/pay-page'
import type { RequestContext } from './http/request-context.ts'

/** Where the holder of a contract pays without a sign-in; null where no platform is offered. */
export const payLinkOf = async (
  { servicePool, tokenSecret, caller: { tenant } }: RequestContext,
  { accountNo, contractNo }: { accountNo: string; contractNo: number },
): Promise<{ address: string; page: string; code: string } | null> => {
  const base = await publicAddressOf(servicePool, tenant)
  if (base === undefined) return null
  const code = payCodeOf(tokenSecret, { tenant, accountNo, contractNo })
  const address = payAddressOf(base, tenant, { [payFragment.account]: accountNo, [payFragment.code]: code })
  return { address, code, page: address.slice(0, address.indexOf('#')) }
}
