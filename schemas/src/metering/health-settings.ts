import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { HistoryRow } from '../shared/history.ts'
import { Language } from '../shared/language.ts'
import { lines } from '../shared/text.ts'
import { Instant, LocalDate } from '../shared/values.ts'

const Days = z.int().min(1).max(28)
const Share = z.number().min(0).max(1)

/** From where a meter has a finding, what water costs, and whether customers with a leak get a message. Each default has its reason. */
export const HealthSettings = z.object({
  /** Price of a cubic metre in the tenant's currency; without it findings have volumes alone. */
  pricePerCubicMetre: z.number().min(0).max(10_000).optional(),
  /** Days without an hour without flow after which it is a leak: meters look at one day, three leave out filled pools and guests. */
  leakDays: Days,
  /** An hour with less than this is an hour without flow: 0.1 % of Q3 2.5 m3/h, rounded up to what registers of litres show. */
  leakLitresPerHour: z.number().min(0.1).max(1000),
  /** Days without any volume after which a meter with an earlier use counts as stopped: a holiday is two weeks. */
  stoppedDays: Days,
  /** Days without an hour after which a meter is silent: radios lose a day or two and deliver it later. */
  silentDays: Days,
  /** Reporting rate of 30 days below which a meter is found. */
  reportingRateMin: Share,
  /** Voltage at which a lithium thionyl chloride cell of 3.6 V is empty, millivolt. */
  endOfLifeMillivolt: z.int().min(100).max(100_000),
  /** A battery that ends within so many days is found: the time to plan a replacement. */
  batteryDays: z.int().min(1).max(3650),
  /** Under-registration by age and volume from which a meter is worth a test. */
  underRegistrationMin: Share,
  /** Customers with a leak get a message by themselves. Off until the utility has agreed with its customers. */
  tellsCustomers: z.boolean(),
  /** A customer gets a message about a further leak after so many days. */
  pauseDays: z.int().min(0).max(365),
  /** Language of the messages. */
  messageLanguage: Language,
  /** Where customers reach this service, for the link that stops the messages; without it the message names no link. */
  serviceUrl: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .optional(),
})
export type HealthSettings = z.infer<typeof HealthSettings>

export const defaultHealthSettings: HealthSettings = {
  leakDays: 3,
  leakLitresPerHour: 3,
  stoppedDays: 14,
  silentDays: 3,
  reportingRateMin: 0.9,
  endOfLifeMillivolt: 3000,
  batteryDays: 365,
  underRegistrationMin: 0.04,
  tellsCustomers: false,
  pauseDays: 30,
  messageLanguage: 'en',
}

const reason = lines(200).min(1)

export const SetHealthSettings = z.object({ type: z.literal('SetHealthSettings'), ...HealthSettings.shape, reason })
export type SetHealthSettings = z.infer<typeof SetHealthSettings>

const recorded = { day: LocalDate, meters: z.int().min(0), found: z.int().min(0) }

/** The meters were looked at up to this day. A command of a policy. */
export const RecordHealthDay = z.object({ type: z.literal('RecordHealthDay'), ...recorded })
export type RecordHealthDay = z.infer<typeof RecordHealthDay>

export const healthSettingsEventTypes = {
  'metering.HealthSettingsSet': { version: 1, data: z.object({ ...HealthSettings.shape, reason, at: Instant }) },
  'metering.HealthDayRecorded': { version: 1, data: z.object({ ...recorded, at: Instant }) },
} as const

export const findHealthSettings = endpoint({
  method: 'GET',
  path: '/api/v1/health-settings',
  permission: 'metering:readings:read',
  summary: 'The limits of meter health and the messages about leaks, why they were set, and the day that was looked at last',
  request: z.object({}),
  response: HealthSettings.extend({
    /** Null while the defaults hold. */
    reason: z.string().nullable(),
    assessedUntil: z.iso.date().nullable(),
    /** Each change with its person and reason, the newest first. */
    history: z.array(HistoryRow),
  }),
})

export const setHealthSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/health-settings',
  permission: 'metering:health:configure',
  summary: 'Set the limits of meter health and the messages about leaks, with the reason',
  request: SetHealthSettings.omit({ type: true }),
  response: z.object({ position: z.int() }),
})
