import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { recordedEvents } from '../shared/recorded-events.ts'
import { defineResource, editVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'
import { hasTwoDecimals } from './money.ts'
import { ChargingModel, cycleMonthsMax, Month, priceMaximum, Tariff, unlimited } from './tariff.ts'

export const PriceSchemeStatus = z.enum({ drafted: '0', published: '1', retired: '2' })
export type PriceSchemeStatus = z.infer<typeof PriceSchemeStatus>

export const PriceSchemeName = text(20).min(1)

const twoDecimals = (number: z.ZodNumber) => number.max(priceMaximum).refine(hasTwoDecimals, formatText('amount'))

const CycleMonths = z.int32().min(1).max(cycleMonthsMax)

/**
 * One step as people type it: volumes in cubic metres, -1 for no end. Steps of the same conditions follow each other; those without
 * conditions hold for all who have no price of their own.
 */
export const TypedStep = z.object({
  startVolume: twoDecimals(z.number().min(0)),
  endVolume: twoDecimals(z.number().min(unlimited)),
  unitPrice: twoDecimals(z.number().positive()),
  caliberMillimetres: z.int().min(1).max(2000).nullable().default(null),
  customerTypeId: z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().default(null),
  firstMonth: Month.nullable().default(null),
  lastMonth: Month.nullable().default(null),
})
export type TypedStep = z.infer<typeof TypedStep>

/** Steps of one scheme, those of every condition together. */
export const typedStepsMax = 100

/** Prices of water: drafted, then published as a version that holds from its start. */
export const priceSchemes = defineResource({
  name: 'priceScheme',
  texts: 'billing',
  noun: 'price scheme',
  path: '/prod-api/business/priceScheme',
  permission: 'billing:priceScheme',
  verbs: [...editVerbs, 'publish'],
  id: 'priceSchemeId',
  table: 'views.price_schemes',
  scope: 'own',
  fields: {
    priceSchemeName: { schema: PriceSchemeName, filter: 'contains', isUnique: true, isSetOnce: true },
    status: { schema: PriceSchemeStatus, isReadOnly: true, filter: 'equals', dictionary: 'price_scheme_status' },
    /** How many versions were published, and the first day of the newest. */
    version: { schema: z.int32(), isReadOnly: true },
    effectiveFrom: { schema: text(10).nullable(), isReadOnly: true },
    accumulationMonths: { schema: CycleMonths.default(12), isHalf: true },
    billingMonths: { schema: CycleMonths.default(1), isHalf: true },
    startTime: { schema: LocalDate, shown: text(10), isHalf: true },
    vatRate: { schema: z.number().min(0).lt(100).refine(hasTwoDecimals, formatText('amount')).default(0), isHalf: true },
    chargingModel: { schema: ChargingModel.default(ChargingModel.enum.cumulative), dictionary: 'charging_model' },
    fixedAmount: { schema: twoDecimals(z.number().min(0)).default(0), isHalf: true },
    minimumAmount: { schema: twoDecimals(z.number().min(0)).default(0), isHalf: true },
    steps: { schema: z.array(TypedStep).min(1).max(typedStepsMax), isJson: true, isUnsortable: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'billing',
    place: 10,
    path: 'priceSchemes',
    component: 'billing/price-schemes',
    icon: 'list',
    titles: { en: 'Price schemes', 'zh-CN': '价格方案', fr: 'Tarifs', id: 'Skema harga' },
    audience: 'tenant',
    shows: ['/api/v1/price-schemes', '/api/v1/tariff-calculations'],
  },
  screen: {
    columns: ['priceSchemeName', 'status', 'version', 'effectiveFrom', 'chargingModel', 'accumulationMonths', 'billingMonths', 'vatRate'],
    moreColumns: ['startTime', 'fixedAmount', 'minimumAmount', 'remark', 'createBy', 'createTime', 'updateBy', 'updateTime'],
  },
})

const recorded = recordedEvents(priceSchemes.form, 'priceSchemeName')

/** A version holds from the local midnight of its first day until the next version's. */
export const PriceSchemeVersion = z.object({ version: z.int().min(1).max(10_000), effectiveFrom: LocalDate, tariff: Tariff })
export type PriceSchemeVersion = z.infer<typeof PriceSchemeVersion>

export const priceSchemeEventTypes = {
  'billing.PriceSchemeDrafted': { version: 1, data: recorded.added },
  'billing.PriceSchemeChanged': { version: 1, data: recorded.changed },
  'billing.PriceSchemeRemoved': { version: 1, data: recorded.removed },
} as const
