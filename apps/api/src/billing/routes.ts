import type { Route } from '../http/serve.ts'
import { debtResourceRoutes, debtRoutes } from './debts.ts'
import { deductionResourceRoutes, deductionRoutes } from './deductions.ts'
import { personalSurchargeResourceRoutes, personalSurchargeRoutes } from './personal-surcharges.ts'
import { priceSchemeResourceRoutes, priceSchemeRoutes } from './price-schemes.ts'
import { surchargeSchemeResourceRoutes, surchargeSchemeRoutes } from './surcharge-schemes.ts'

export const billingResourceRoutes: readonly Route[] = [
  ...priceSchemeResourceRoutes,
  ...surchargeSchemeResourceRoutes,
  ...personalSurchargeResourceRoutes,
  ...debtResourceRoutes,
  ...deductionResourceRoutes,
]

export const billingRoutes: readonly Route[] = [
  ...priceSchemeRoutes,
  ...surchargeSchemeRoutes,
  ...personalSurchargeRoutes,
  ...debtRoutes,
  ...deductionRoutes,
]
