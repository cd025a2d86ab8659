import type { CustomerClassName } from './customer-classes.ts'
import type { Place } from './polygon.ts'

/** A metering point of a cascade: its mains, its customers, and what hangs below. */
export type Zone = {
  index: number
  id: string
  name: string
  level: number
  parent: number | null
  root: number
  /** This zone and every zone below it. */
  subtree: number[]
  boundary: Place[]
  leader: string
  leaderPhone: string
  /** Mean background leakage at mean pressure; the night's higher pressure raises it. */
  backgroundMillilitresPerDay: number
  /** Mean supply without bursts: what sizes of bursts and thresholds are measured against. */
  ordinaryLitresPerHour: number
  thresholds: { leakageRate: number; nightMinimumFlowLitresPerHour: number; klRatio: number }
}

/** How a meter reports: its clock, and whether as a register or as volumes of intervals. */
export type Reporting = {
  everyMinutes: 15 | 60
  /** Minutes after the full hour (0..59). */
  atMinute: number
  form: 'register' | 'interval'
  /** Stores a day's hourly values and sends them after midnight. */
  dailyBatch: boolean
}

export type Meter = {
  index: number
  number: string
  /** `sub` measures a customer, `in` and `out` a zone's inlet and outlet. */
  role: 'sub' | 'in' | 'out'
  zone: number
  gateway: number
  name: string
  address: string
  longitude: number
  latitude: number
  caliberMillimetres: number
  maximumFlowLitresPerHour: number
  registerWidthLitres: number
  hasValve: boolean
  /** False for the few that report without being known to the utility. */
  registered: boolean
  reporting: Reporting
  initialMillilitres: number
  /** Absent for inlets, whose water is that of everything behind them. */
  use?: { customerClass: CustomerClassName; millilitresPerDay: number }
  /** Inlets: the share of the zone's supply that passes through this one. */
  inletShare?: number
  /** Taken to the test bench and exchanged every so many days; each meter in turn has a number of its own. See `exchangesFrom` of `buildCity`. */
  exchanged?: { everyDays: number; offsetDays: number }
}

export type Gateway = { index: number; name: string; body: 'columns' | 'objects'; gzip: boolean }
