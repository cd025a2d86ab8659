import type { Route } from '../http/serve.ts'
import { priceSchemeResourceRoutes, priceSchemeRoutes } from './price-schemes.ts'

export const billingResourceRoutes: readonly Route[] = [...priceSchemeResourceRoutes]

export const billingRoutes: readonly Route[] = [...priceSchemeRoutes]
