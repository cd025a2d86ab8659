import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { Reading } from '@nightflow/schemas/metering/report-readings'
import { z } from 'zod'

export type FieldSchema = {
  type?: string
  minimum?: number
  maximum?: number
  pattern?: string
  enum?: string[]
  maxItems?: number
  items?: FieldSchema
}

/** The fields of a reading as the JSON schema of `Reading` describes them: the source of every ingest check. */
export const fieldSchemas: ReadonlyMap<string, FieldSchema> = new Map(
  Object.entries(z.toJSONSchema(Reading).properties ?? {}).map(([field, schema]) => [field, schema as FieldSchema]),
)

export type NumberField = Exclude<
  keyof ReadingColumns,
  'count' | 'meters' | 'meterIndex' | 'at' | 'valve' | 'flagSets' | 'flagIndex' | 'sources' | 'sourceIndex'
>

/** Bounds of a number field, both included, and its conversion to a value of its column: `factor` times itself, rounded or not. */
export type NumberRule = { column: NumberField; minimum: number; maximum: number; isInteger: boolean; factor: number; mustRound: boolean }

/** Where a number field goes; volumes are kept in whole millilitres. */
const numberTargets: { readonly [field: string]: { column: NumberField; isVolume?: true } } = {
  litres: { column: 'registerMillilitres', isVolume: true },
  deltaLitres: { column: 'deltaMillilitres', isVolume: true },
  seconds: { column: 'deltaSeconds' },
  reverseLitres: { column: 'reverseMillilitres', isVolume: true },
  flowLitresPerHour: { column: 'flowLitresPerHour' },
  pressureKilopascal: { column: 'pressureKilopascal' },
  batteryMillivolt: { column: 'batteryMillivolt' },
  temperatureCelsius: { column: 'temperatureCelsius' },
}

function ruleOf(field: string, target: { column: NumberField; isVolume?: true }): NumberRule {
  const { type, minimum, maximum } = fieldSchemas.get(field) ?? {}
  if ((type !== 'number' && type !== 'integer') || minimum === undefined || maximum === undefined)
    throw new Error(`field "${field}" of a reading must be a number with a minimum and a maximum`)
  const isVolume = target.isVolume === true
  const isInteger = type === 'integer'
  return { column: target.column, minimum, maximum, isInteger, factor: isVolume ? 1000 : 1, mustRound: isVolume || isInteger }
}

export const numberRules: ReadonlyMap<string, NumberRule> = new Map(
  Object.entries(numberTargets).map(([field, target]) => [field, ruleOf(field, target)]),
)

/** The value of its column for a number of a field; NaN where the rule does not take it. */
export function takeNumber(value: number, rule: NumberRule): number {
  if (!(value >= rule.minimum && value <= rule.maximum) || (rule.isInteger && !Number.isInteger(value))) return Number.NaN
  return rule.mustRound ? Math.round(value * rule.factor) : value
}

function requiredPattern(schema: FieldSchema | undefined, field: string): RegExp {
  if (schema?.pattern === undefined) throw new Error(`field "${field}" of a reading must have a pattern`)
  return new RegExp(schema.pattern)
}

const meterPattern = requiredPattern(fieldSchemas.get('meter'), 'meter')
export const isMeterNumber = (text: string): boolean => meterPattern.test(text)

/** The numbers that the packed layout has for the states of a valve. */
export const valveStates: ReadonlyMap<unknown, number> = new Map([
  ['open', 1],
  ['closed', 2],
])
for (const word of fieldSchemas.get('valve')?.enum ?? [])
  if (!valveStates.has(word)) throw new Error(`the packed layout has no number for the valve state "${word}"`)

const flagPattern = requiredPattern(fieldSchemas.get('flags')?.items, 'flags')
const flagsMax = fieldSchemas.get('flags')?.maxItems ?? 16

/** The words of a flag set, sorted, each once, joined by blanks; undefined for what is no flag set. */
export function flagSetOf(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > flagsMax) return undefined
  for (const flag of value) if (typeof flag !== 'string' || !flagPattern.test(flag)) return undefined
  return value.length === 1 ? value[0] : [...new Set(value)].sort().join(' ')
}
