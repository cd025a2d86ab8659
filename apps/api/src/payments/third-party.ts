import { renewThirdPartyKey } from '@nightflow/platform/payments/third-party'
import { createThirdPartyKey } from '@nightflow/schemas/payments/third-party-calls'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { command, type Route } from '../http/serve.ts'

/** The operation log keeps that a key was made, and not the key. */
export const thirdPartyKeyRoute: Route = command(createThirdPartyKey, async ({ accessId }, { pool, caller: { tenant } }) => {
  const key = await renewThirdPartyKey(pool, { tenant, accessId })
  return key === undefined ? rejected('not-found') : { response: { key }, after: { accessId } }
})
