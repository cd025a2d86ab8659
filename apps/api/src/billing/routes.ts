import * as calls from '@nightflow/schemas/billing/price-simulation'
import { ask, command, type Route } from '../http/serve.ts'
import { billResourceRoutes, billRoutes } from './bills.ts'
import { debtResourceRoutes, debtRoutes } from './debts.ts'
import { deductionResourceRoutes, deductionRoutes } from './deductions.ts'
import { personalSurchargeResourceRoutes, personalSurchargeRoutes } from './personal-surcharges.ts'
import { priceSchemeResourceRoutes, priceSchemeRoutes } from './price-schemes.ts'
import { listSimulations, startSimulation } from './simulate-draft.ts'
import { surchargeSchemeResourceRoutes, surchargeSchemeRoutes } from './surcharge-schemes.ts'

export const billingResourceRoutes: readonly Route[] = [
  ...priceSchemeResourceRoutes,
  ...surchargeSchemeResourceRoutes,
  ...personalSurchargeResourceRoutes,
  ...debtResourceRoutes,
  ...deductionResourceRoutes,
  ...billResourceRoutes,
]

export const billingRoutes: readonly Route[] = [
  ...priceSchemeRoutes,
  command(calls.startSimulation, startSimulation),
  ask(calls.listSimulations, listSimulations),
  ...surchargeSchemeRoutes,
  ...personalSurchargeRoutes,
  ...debtRoutes,
  ...deductionRoutes,
  ...billRoutes,
]
