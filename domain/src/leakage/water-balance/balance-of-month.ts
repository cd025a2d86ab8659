import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import {
  type BalanceAssumption,
  type BalanceVolume,
  type Bounded,
  balanceVolumes,
  type NightBalance,
  type WaterBalance,
} from '@nightflow/schemas/leakage/water-balance'
import { type Assumed, assumedOf } from './assumed.ts'
import { backgroundLeakage, equivalentBursts } from './background-leakage.ts'
import { iwaBalance, ratioOf } from './iwa-balance.ts'
import {
  connectionsPerKilometreMin,
  iliClassOf,
  isWithinUarl,
  leakageIndex,
  pipesOf,
  pressureAccuracy,
  unavoidableLosses,
} from './leakage-index.ts'
import type { MonthInput } from './month-input.ts'
import { nationalSheets } from './national-sheets.ts'
import { nightOfMonth } from './night-of-month.ts'
import { leakageAt } from './pressure-effect.ts'
import { pressureOfMonth } from './pressure-of-month.ts'

const minorPerUnit = 100
const unknown: Bounded = { value: null, bound: null }

/** The water balance of a metering point and month with all that follows from it. Days count whose supply and consumption are both known. */
export const balanceOfMonth = (input: MonthInput): WaterBalance => {
  const { point, rows, infrastructure, pricePerCubicMetre } = input
  const known = rows.filter(({ leakageLitres }) => leakageLitres !== null)
  const assumed = assumedOf(infrastructure ?? {})
  const billed = billedOfDays(input, known)
  const metered = sumOf(known, 'consumptionLitres')
  const volumes =
    known.length === 0 ? allUnknown() : iwaBalance({ days: known.length, supply: sumOf(known, 'supplyLitres'), metered, billed }, assumed)
  const carl = perDay(volumes.realLosses, known.length)
  const pressure = pressureOfMonth(input, assumed)
  const index = indexOf(input, carl, assumed, pressure.meanMetres)
  const night = nightOfMonth(input, assumed, pressure, carl)
  const cost = (litres: number | null) =>
    litres === null || pricePerCubicMetre === undefined ? null : Math.round((litres / 1000) * pricePerCubicMetre * minorPerUnit)
  const saved =
    carl.value === null || pressure.meanMetres === null || pressure.targetMetres === null
      ? null
      : carl.value - leakageAt(carl.value, pressure.meanMetres, pressure.targetMetres, pressure.exponent)
  const pipes = pipesOf(infrastructure ?? {})
  const background = pipes && pressure.nightMetres !== null ? backgroundLeakage(pipes, pressure.nightMetres) : null
  const excess = background === null || night.net === null ? null : night.net - background
  const { assumptions: ofPressure, profile: _, isExponentMeasured, ...ofAnswer } = pressure
  const taken = assumed.assumptions.filter(({ code }) => !(isExponentMeasured && code === 'pressure-exponent'))
  return {
    ...point,
    days: rows.length,
    daysKnown: known.length,
    daysEstimated: known.filter(({ estimated }) => estimated).length,
    completeness: known.length === 0 ? null : known.reduce((sum, { completeness }) => sum + completeness, 0) / known.length,
    volumes,
    indicators: { ...index.indicators, ...sharesOf(volumes), carlLitresPerDay: carl },
    infrastructure,
    night: night.balance,
    pressure: { ...ofAnswer, savedLitresPerDay: saved, savedCostMinorPerDay: cost(saved) },
    background: {
      backgroundLitresPerHour: background,
      excessLitresPerHour: excess,
      equivalentBursts:
        excess === null || pressure.nightMetres === null ? null : equivalentBursts(Math.max(0, excess), pressure.nightMetres),
      lossCostMinorPerDay: cost(carl.value),
      apparentCostMinorPerDay: cost(perDay(volumes.apparentLosses, known.length).value),
    },
    sheets: known.length === 0 ? [] : sheetsOf(input, volumes, known.length, { index, night: night.balance, metres: pressure.meanMetres }),
    assumptions: [...assumptionsOf(input, known, metered), ...taken, ...ofPressure, ...index.assumptions, ...night.assumptions],
  }
}

const allUnknown = (): Record<BalanceVolume, Bounded> =>
  Object.fromEntries(balanceVolumes.map((name) => [name, unknown])) as Record<BalanceVolume, Bounded>

const sumOf = (rows: readonly NightFlowRow[], name: 'supplyLitres' | 'consumptionLitres'): number =>
  rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)

const perDay = ({ value, bound }: Bounded, days: number): Bounded =>
  value === null || bound === null || days === 0 ? unknown : { value: value / days, bound: bound / days }

/** Bills are of whole months: of them as large a part counts as days are known. */
const billedOfDays = (input: MonthInput, known: readonly NightFlowRow[]): number | null => {
  const { billedLitres, rows } = input
  return billedLitres === null || rows.length === 0 || isBilledOfSome(input) ? null : (billedLitres * known.length) / rows.length
}

/** Where fewer customers have a bill, what is not billed yet would show as lost. */
const billedMeterShareMin = 0.9

const isBilledOfSome = ({ billedMeterShare }: MonthInput): boolean =>
  billedMeterShare !== null && billedMeterShare > 0 && billedMeterShare < billedMeterShareMin

const assumptionsOf = (input: MonthInput, known: readonly NightFlowRow[], metered: number): BalanceAssumption[] => {
  const { rows } = input
  const billed = billedOfDays(input, known)
  const isOfSome = isBilledOfSome(input)
  const estimated = known.filter((row) => row.estimated).length
  const holds = (is: boolean, code: BalanceAssumption['code'], value: number | null): BalanceAssumption[] => (is ? [{ code, value }] : [])
  return [
    ...holds(known.length < rows.length, 'days-unknown', rows.length - known.length),
    ...holds(estimated > 0, 'days-estimated', estimated),
    ...holds(billed === null && !isOfSome, 'not-billed', null),
    ...holds(isOfSome, 'bills-of-some-meters', input.billedMeterShare),
    ...holds(billed !== null && known.length < rows.length, 'billed-in-part', rows.length === 0 ? 0 : known.length / rows.length),
    ...holds(billed !== null && metered > 0 && billed > metered, 'billed-above-metered', metered > 0 ? (billed ?? 0) / metered - 1 : 0),
  ]
}

const sharesOf = ({ nonRevenueWater, realLosses, systemInput }: WaterBalance['volumes']) => ({
  nonRevenueShare: ratioOf(nonRevenueWater, systemInput),
  realLossShare: ratioOf(realLosses, systemInput),
})

type Index = {
  indicators: Pick<
    WaterBalance['indicators'],
    'uarlLitresPerDay' | 'ili' | 'iliClass' | 'litresPerConnectionDay' | 'cubicMetresPerKilometreDay'
  >
  assumptions: BalanceAssumption[]
}

const indexOf = ({ infrastructure, pressure }: MonthInput, carl: Bounded, { values }: Assumed, metres: number | null): Index => {
  const pipes = pipesOf(infrastructure ?? {})
  const hours = infrastructure?.systemKind === 'intermittent' ? values.hoursPressurised : 24
  const uarl = pipes && metres !== null ? unavoidableLosses(pipes, metres, hours) : null
  const ili = uarl ? leakageIndex(carl, uarl, pressureAccuracy[pressure ? 'measured' : 'declared']) : unknown
  const isDense = pipes !== null && pipes.connections > 0 && pipes.connections >= connectionsPerKilometreMin * pipes.mainsKilometres
  const isLinear = pipes !== null && pipes.mainsKilometres > 0
  return {
    indicators: {
      uarlLitresPerDay: uarl,
      ili,
      iliClass: iliClassOf(ili.value),
      litresPerConnectionDay: isDense && carl.value !== null ? carl.value / pipes.connections : null,
      cubicMetresPerKilometreDay: isLinear && carl.value !== null ? carl.value / 1000 / pipes.mainsKilometres : null,
    },
    assumptions: pipes && metres !== null && !isWithinUarl(pipes, metres) ? [{ code: 'small-system', value: pipes.connections }] : [],
  }
}

const daysOfYear = 365
/** Ten thousand cubic metres, in litres. */
const tenThousand = 1e7

const sheetsOf = (
  { infrastructure, classes }: MonthInput,
  volumes: WaterBalance['volumes'],
  days: number,
  { index, night, metres }: { index: Index; night: NightBalance; metres: number | null },
) => {
  const pipes = pipesOf(infrastructure ?? {})
  const litresOf = (name: BalanceVolume): number => volumes[name].value ?? 0
  const boundOf = (name: BalanceVolume): number => volumes[name].bound ?? 0
  const yearly = (litresOf('systemInput') / days) * daysOfYear
  const { value: leakage, bound } = night.leakageLitresPerDay
  const input = {
    days,
    supply: litresOf('systemInput'),
    supplyBound: boundOf('systemInput'),
    authorised: litresOf('authorised'),
    authorisedBound: boundOf('authorised'),
    billed: litresOf('revenueWater'),
    realLosses: litresOf('realLosses'),
    apparentLosses: litresOf('apparentLosses'),
    apparentBound: boundOf('apparentLosses'),
    mainsKilometres: pipes?.mainsKilometres ?? null,
    connections: pipes?.connections ?? null,
    pressureMetres: metres,
    uarlLitresPerDay: index.indicators.uarlLitresPerDay,
    ili: index.indicators.ili.value,
    bottomUp: leakage === null || bound === null ? null : { value: leakage * days, bound: bound * days },
    corrections: {
      householdShare: infrastructure?.householdShare ?? null,
      kilometresPerTenThousand: pipes && yearly > 0 ? pipes.mainsKilometres / (yearly / tenThousand) : null,
      outletMegapascal: infrastructure?.outletMegapascal ?? null,
      frostMetres: infrastructure?.frostMetres ?? null,
    },
  }
  return nationalSheets(input, classes)
}
