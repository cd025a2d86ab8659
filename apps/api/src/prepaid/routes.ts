import type { Route } from '../http/serve.ts'
import { decodeTokenRoutes } from './decode-token.ts'
import { meterCommandRoutes } from './meter-commands.ts'
import { stsMeterRoutes } from './sts-meters.ts'
import { stsRefundRoutes } from './sts-refunds.ts'
import { tokenRoutes } from './tokens.ts'

export const prepaidRoutes: readonly Route[] = [
  ...stsMeterRoutes,
  ...meterCommandRoutes,
  ...tokenRoutes,
  ...stsRefundRoutes,
  ...decodeTokenRoutes,
]
