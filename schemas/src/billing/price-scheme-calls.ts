import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'
import { PriceSchemeName, PriceSchemeStatus, PriceSchemeVersion, priceSchemes } from './price-scheme.ts'
import { ChargeKind, DividedBy, litresPerCubicMetre, priceMaximum } from './tariff.ts'

export const listPriceSchemeHistory = historyCallOf(priceSchemes, '/api/v1/price-schemes')

/** Customer types that exist: a published price is for one of them, or for all. */
export const publishedTypesMax = 10_000
const reason = lines(100).min(1)

/** Commands on price schemes. */
export const priceSchemeCommands = commandsOn<RowOf<typeof priceSchemes>>()(
  {
    entity: 'PriceScheme',
    id: 'priceSchemeId',
    path: priceSchemes.path,
    permission: 'billing:priceScheme:publish',
    key: { priceSchemeName: PriceSchemeName },
  },
  {
    publish: {
      summary: 'Publish the draft of a price scheme as a version that holds from its start',
      given: { customerTypeIds: z.array(z.int().min(1).max(Number.MAX_SAFE_INTEGER)).max(publishedTypesMax) },
      event: 'billing.PriceSchemePublished',
      recorded: PriceSchemeVersion.shape,
      icon: 'finish',
      isOffered: ({ status }) => status !== PriceSchemeStatus.enum.retired,
    },
    retire: {
      summary: 'Retire a price scheme: no account is given it any more',
      typed: { reason },
      event: 'billing.PriceSchemeRetired',
      recorded: { reason },
      step: 'retired',
      becomes: { status: PriceSchemeStatus.enum.retired },
      icon: 'cancel',
      isOffered: ({ status }) => status === PriceSchemeStatus.enum.published,
      isDanger: true,
    },
  },
)
export const { publishPriceScheme, retirePriceScheme } = priceSchemeCommands.calls
export type PriceSchemeCommand = GivenTo<typeof priceSchemeCommands>

export const findPublishedVersions = endpoint({
  method: 'GET',
  path: '/api/v1/price-schemes/:priceSchemeId/versions',
  permission: 'billing:priceScheme:query',
  summary: 'The published versions of a price scheme, the earliest first',
  request: z.object({ priceSchemeId: RowId }),
  response: z.object({ rows: z.array(PriceSchemeVersion) }),
})

/** Periods of one calculation: three years of months. Many more of the largest volumes at the largest price would no longer be exact. */
const calculatedPeriodsMax = 36
/** Days of one calculation, from its first to its last: ten years. */
export const calculatedDaysMax = 3653

/** Versions are counted from 1; what the draft would cost has this number instead. */
export const draftVersion = 0

const Money = z.int()

/** One line: what a step, the fixed part or the minimum costs between two days, the second not included. */
export const TariffLine = z.object({
  from: LocalDate,
  to: LocalDate,
  kind: ChargeKind,
  /** `draftVersion` where it is the draft. */
  version: z.int(),
  step: z.int().nullable(),
  litres: z.int(),
  /** Where the volume of a period was cut: by the measured hours of the account, or by time. */
  dividedBy: DividedBy,
  /** Of a cubic metre, in units of the currency. */
  unitPrice: z.number().nullable(),
  amountMinor: Money,
  vatMinor: Money,
})

export const calculateTariff = endpoint({
  method: 'POST',
  path: '/api/v1/tariff-calculations',
  permission: 'billing:priceScheme:query',
  summary: 'What volumes cost by a price scheme, line by line; nothing is stored',
  request: z.object({
    /** The name of the scheme. */
    scheme: PriceSchemeName,
    /** In order, from one day to another that is not included. */
    periods: z
      .array(
        z.object({
          from: LocalDate,
          to: LocalDate,
          litres: z
            .int()
            .min(0)
            .max(priceMaximum * litresPerCubicMetre),
        }),
      )
      .min(1)
      .max(calculatedPeriodsMax),
    caliberMillimetres: z.int().min(1).max(2000).nullable().default(null),
    customerTypeId: RowId.nullable().default(null),
    /** An account whose measured hours divide a period in which the price changes; needs the right to see readings. */
    accountNo: text(32).optional(),
    /** Calculates by the draft instead of what is published. */
    isDraft: z.boolean().default(false),
  }),
  response: z.object({
    lines: z.array(TariffLine),
    /** The first day of the cycle that the first day is in: a bill counts what was used from then on. Where it is earlier, the steps here begin too late. */
    stepsFrom: LocalDate,
    totals: z.object({ litres: z.int(), amountMinor: Money, vatMinor: Money, totalMinor: Money }),
  }),
})
