import type { topData } from '@nightflow/schemas/dashboard/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'

/** Counts of a utility that show how far its set-up is. */
export type SetUp = Pick<ResponseOf<typeof topData>, 'meterCount' | 'meterReportingCount' | 'customerCount' | 'billedMinor'> & {
  /** The address of the utility, as bills print it: the first thing that only its own people know. */
  hasAddress: boolean
  gateways: number
  partitions: number
  thresholds: number
  publishedPrices: number
}

/** A step of a new utility's first day: its text is `home.step.<name>`. */
export type Step = { name: string; screen: string; search?: Record<string, string>; isDone: boolean }

/**
 * The steps from an empty utility to its first bill and its first leakage figure, in the order in which one needs the other: a frame needs a
 * gateway, an account needs a price and a meter, a cascade takes meters that have accounts, a threshold needs figures.
 */
export const setupSteps = (setUp: SetUp): Step[] => [
  { name: 'profile', screen: 'system/settings/index', isDone: setUp.hasAddress },
  { name: 'gateway', screen: 'gateways/index', isDone: setUp.gateways > 0 },
  { name: 'meters', screen: 'devices/meters', isDone: setUp.meterCount > 0 },
  { name: 'readings', screen: 'gateways/index', isDone: setUp.meterReportingCount > 0 },
  { name: 'prices', screen: 'billing/price-schemes', search: { do: 'create' }, isDone: setUp.publishedPrices > 0 },
  { name: 'accounts', screen: 'customers/accounts', isDone: setUp.customerCount > 0 },
  { name: 'partitions', screen: 'leakage/index', isDone: setUp.partitions > 0 },
  { name: 'thresholds', screen: 'leakage/index', isDone: setUp.thresholds > 0 },
  { name: 'bill', screen: 'billing/bills', search: { do: 'create' }, isDone: setUp.billedMinor > 0 },
]
