import { calculateTariff, cutRange, planCalculation } from '@nightflow/domain/billing/calculate-tariff'
import type { MeasuredHour } from '@nightflow/domain/billing/measured-between'
import { priceSchemeDecider } from '@nightflow/domain/billing/price-scheme-decider'
import { refusePriceScheme, tariffOf } from '@nightflow/domain/billing/price-scheme-tariff'
import { listCustomerTypeIds } from '@nightflow/platform/settings/customer-types'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { findPriceSchemeVersions, findVersionsOfName, priceSchemeHistory } from '@nightflow/projections/billing/price-schemes'
import { findAccountHours } from '@nightflow/projections/joined/account-hours'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import {
  calculateTariff as calculateCall,
  draftVersion,
  findPublishedVersions,
  listPriceSchemeHistory,
  priceSchemeCommands,
  publishedTypesMax,
} from '@nightflow/schemas/billing/price-scheme-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandRoutes } from '../http/command-routes.ts'
import { timeZoneOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { findEach, recordedRoutes } from '../resource/recorded-routes.ts'

const store = recordedStoreOf(resources.priceSchemes)

export const priceSchemeResourceRoutes = recordedRoutes(resourceCalls.priceSchemes, store, {
  decider: priceSchemeDecider,
  key: 'priceSchemeName',
  refuseRemoval: (rows) => {
    const published = rows.find(({ version }) => version > 0)
    return published && rejected('price-scheme-published', { name: published.priceSchemeName })
  },
})

/** Versions that a calculation uses: the published versions, or the draft as the one version of all time. */
const versionsFor = async (
  { scheme, isDraft }: RequestOf<typeof calculateCall>,
  context: RequestContext,
): Promise<readonly PriceSchemeVersion[] | Rejection> => {
  const details = { name: scheme }
  const found = await context.read((database) => findVersionsOfName(database, scheme))
  if (!found) return rejected('price-scheme-unknown', details)
  if (!isDraft) return found.versions.length > 0 ? found.versions : rejected('price-scheme-not-published', details)
  const draft = await context.read((database) => store.find(database, found.priceSchemeId))
  if (!draft) return rejected('price-scheme-unknown', details)
  const refused = refusePriceScheme(draft)
  return refused ?? [{ version: draftVersion, effectiveFrom: '1900-01-01', tariff: tariffOf(draft, found.versions[0]?.tariff.firstMonth) }]
}

const calculate = async (request: RequestOf<typeof calculateCall>, context: RequestContext) => {
  const versions = await versionsFor(request, context)
  if (isRejection(versions)) return versions
  const planned = planCalculation(versions, request, await timeZoneOf(context))
  if (isRejection(planned)) return planned
  const hours = await hoursOf(request, planned, context)
  return isRejection(hours) ? hours : calculateTariff(planned, hours)
}

const readings = 'metering:readings:read'

/** The measured hours of the named account, as far as a volume is cut: the lines tell of them, so the right to see readings is needed. */
const hoursOf = async (
  { accountNo }: RequestOf<typeof calculateCall>,
  planned: Parameters<typeof cutRange>[0],
  context: RequestContext,
): Promise<readonly MeasuredHour[] | Rejection> => {
  if (accountNo === undefined) return []
  if (!context.caller.may(readings)) return rejected('permission-missing', { permission: readings })
  const range = cutRange(planned) ?? { from: 0, to: 0 }
  const found = await context.read((database) => findAccountHours(database, { accountNo, ...range, calendar: planned.plan.calendar }))
  return found ?? rejected('account-not-found', { accountNo })
}

export const priceSchemeRoutes: readonly Route[] = [
  ...commandRoutes(
    {
      commands: priceSchemeCommands,
      decider: priceSchemeDecider,
      find: findEach(store),
      logged: ({ versions, isRetired }) => ({ versions: versions.length, isRetired }),
    },
    {
      publish: {
        prepare: async (_, __, { read }) => ({
          customerTypeIds: await read((database) => listCustomerTypeIds(database, publishedTypesMax)),
        }),
      },
    },
  ),
  ask(calculateCall, calculate),
  ask(findPublishedVersions, ({ priceSchemeId }, { read }) =>
    read(async (database) => {
      const rows = await findPriceSchemeVersions(database, priceSchemeId)
      return rows && { rows }
    }),
  ),
  ask(
    listPriceSchemeHistory,
    ({ priceSchemeId, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, priceSchemeId)
        return row && priceSchemeHistory(database, row.priceSchemeName, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
