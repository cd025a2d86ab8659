import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { Iban } from '../shared/iban.ts'
import { defaultNumbering, Numbering } from '../shared/numbering.ts'
import { text } from '../shared/text.ts'
import { Latitude, Longitude } from '../shared/values.ts'
import { DateForm } from './date-form.ts'
import { MapType, MapViewMode } from './map-settings.ts'
import { LargeTokenSales, TokensAfterSale } from './token-settings.ts'

export const AccountNoGenMode = z.enum({ manual: '0', automatic: '1' })

const TemplateId = text(64).nullable()
const Zoom = z.number().min(0).max(22)
/** Zoom levels of a map. */
const ChosenZoom = z.number().min(10).max(20)
const TileUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .nullable()
  .default(null)

/** Settings of a utility. Every part has a default, so that `{}` is a whole setting. */
export const TenantSettings = z.object({
  themeColour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, formatText('colour'))
    .default('#1890ff'),
  /** Template of map tiles with {z}/{x}/{y}; null means that the map shows shapes only. */
  tileUrl: TileUrl,
  /** The same of the second map provider. */
  secondTileUrl: TileUrl,
  mapType: MapType.default(MapType.enum.first),
  mapViewMode: MapViewMode.default('2D'),
  /** How far a tilted map leans back, in degrees. */
  mapPitch: z.number().min(0).max(60).default(45),
  mapCentre: z.object({ longitude: Longitude, latitude: Latitude, zoom: Zoom }).default({ longitude: 120.11, latitude: 30.27, zoom: 10 }),
  /** ISO 3166, two letters. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, formatText('country'))
    .default('CN'),
  /** How dates are written in lists, charts, forms and files. */
  dateForm: DateForm.default('language'),
  /** ISO 4217. */
  currencyUnit: z
    .string()
    .regex(/^[A-Z]{3}$/, formatText('currency'))
    .default('CNY'),
  /** Factor from what a large meter’s dial shows to cubic metres. */
  lcMeterRuler: z.number().positive().max(100_000).default(1),
  /** Factor from what a pressure sensor sends to kilopascals. */
  yzjMeterRuler: z.number().positive().max(100_000).default(1),
  /** A concentrator that sends no frame for so long is offline. */
  concentratorTimeoutMinutes: z.number().int().min(1).max(10_080).default(60),
  /** Meters that people type have digits only in their number; a radio meter may have letters all the same. */
  numericMeterNumbers: z.boolean().default(true),
  /** Whether the valve of a meter stays closed when an account is opened. */
  openAccountCloseValve: z.boolean().default(false),
  /** Whether a bill ends where an account is transferred or frozen, its meter is replaced or its price changes within a month. */
  billOnTransfer: z.boolean().default(true),
  billOnFreeze: z.boolean().default(false),
  billOnMeterChange: z.boolean().default(false),
  billOnTariffChange: z.boolean().default(false),
  tenantAreaAddress: text(200).default(''),
  /** Where customers transfer what they owe; bills in euros then carry a code that banking apps scan. */
  paymentIban: Iban.nullable().default(null),
  monthSewageTemplateId: TemplateId.default(null),
  accountBalanceTemplateId: TemplateId.default(null),
  accountNoGenMode: AccountNoGenMode.default(AccountNoGenMode.enum.manual),
  /** Amounts above it, in the currency, are typed twice where money is moved by hand; 0 is no limit, because what is much differs by currency. */
  confirmAmountsAbove: z.number().min(0).max(1e9).multipleOf(0.01).default(0),
  tokensAfterSale: TokensAfterSale.default(TokensAfterSale.enum.none),
  largeTokenSales: LargeTokenSales.default(LargeTokenSales.enum.split),
  /** How numbers of bills, credit notes and debit notes are written from now on. */
  numbering: Numbering.default(defaultNumbering),
  /** Of the platform’s own tenant: the board of tenants goes from one to the next by itself, this often. */
  demoMode: z.boolean().default(false),
  demoIntervalSeconds: z.number().int().min(3).max(3600).default(15),
})
export type TenantSettings = z.output<typeof TenantSettings>

/** The same as forms have it: flat, the map’s centre in words of its own. */
export const TenantSettingsForm = TenantSettings.omit({ mapCentre: true }).extend({
  initLng: Longitude.default(120.11),
  initLat: Latitude.default(30.27),
  mapZoom: ChosenZoom.default(10),
})
export type TenantSettingsForm = z.output<typeof TenantSettingsForm>

/** Clients send an empty text, never null, to remove a value. */
const emptiable = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable ? z.union([z.literal('').transform(() => null), schema]) : schema

/** Absent settings stay as they are. */
export const TenantSettingsChange = z.object(
  Object.fromEntries(
    Object.entries(TenantSettingsForm.shape).map(([field, schema]) => [field, emptiable(schema.unwrap()).optional()]),
  ) as unknown as {
    [Field in keyof typeof TenantSettingsForm.shape]: z.ZodOptional<ReturnType<(typeof TenantSettingsForm.shape)[Field]['unwrap']>>
  },
)
export type TenantSettingsChange = z.output<typeof TenantSettingsChange>

export const formOfSettings = ({ mapCentre, ...settings }: TenantSettings): TenantSettingsForm => ({
  ...settings,
  initLng: mapCentre.longitude,
  initLat: mapCentre.latitude,
  // A setting of before the range was narrowed.
  mapZoom: Math.min(20, Math.max(10, mapCentre.zoom)),
})

export const changedSettings = (
  settings: TenantSettings,
  { initLng, initLat, mapZoom, ...change }: TenantSettingsChange,
): TenantSettings => {
  const { longitude, latitude, zoom } = settings.mapCentre
  const mapCentre = { longitude: initLng ?? longitude, latitude: initLat ?? latitude, zoom: mapZoom ?? zoom }
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return TenantSettings.parse({ ...settings, ...said, mapCentre })
}
