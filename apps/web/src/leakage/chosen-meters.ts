import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import { metersPerImportMax } from '@nightflow/schemas/leakage/meter-choice'

/** The meters of one selection, in the order in which they were chosen, and those that were refused with the reason. */
export type ChosenMeters = {
  chosen: ReadonlyMap<string, MeterFit>
  refused: ReadonlyMap<string, MeterFit>
  /** Meters that the remaining quota left out. */
  beyondQuota: number
}

export const noMeters: ChosenMeters = { chosen: new Map(), refused: new Map(), beyondQuota: 0 }

export const remainingQuota = ({ chosen }: ChosenMeters): number => metersPerImportMax - chosen.size

/** The account is missing, and nothing else is wrong: a bulk meter may be chosen all the same. */
export const isUnopened = ({ problem }: MeterFit): boolean => problem === 'meter-without-account'

/** Meters that fit are chosen as far as the quota reaches; the others are kept with their reason. */
export const withMeters = (before: ChosenMeters, fits: readonly MeterFit[]): ChosenMeters => {
  const chosen = new Map(before.chosen)
  const refused = new Map(before.refused)
  let beyondQuota = 0
  for (const fit of fits) {
    if (chosen.has(fit.number) || fit.isHere) continue
    if (fit.problem !== null) refused.set(fit.number, fit)
    else if (chosen.size >= metersPerImportMax) beyondQuota += 1
    else chosen.set(fit.number, fit)
  }
  return { chosen, refused, beyondQuota }
}

export const withoutMeters = (before: ChosenMeters, numbers: readonly string[]): ChosenMeters => {
  const chosen = new Map(before.chosen)
  for (const number of numbers) chosen.delete(number)
  return { ...before, chosen, beyondQuota: 0 }
}

export const unopenedOf = ({ refused }: ChosenMeters): MeterFit[] => [...refused.values()].filter(isUnopened)

/** The exception of bulk meters: those that lack an account alone are chosen after all. */
export const withBulkMeters = (before: ChosenMeters): ChosenMeters => {
  const bulk = unopenedOf(before)
  const refused = new Map([...before.refused].filter(([, fit]) => !isUnopened(fit)))
  return withMeters(
    { ...before, refused },
    bulk.map((fit) => ({ ...fit, problem: null })),
  )
}

/** Numbers of the chosen meters, and those among them that have no account. */
export const numbersToAssociate = ({ chosen }: ChosenMeters): { numbers: string[]; bulk: string[] } => ({
  numbers: [...chosen.keys()],
  bulk: [...chosen.values()].filter(({ accountNo }) => accountNo === null).map(({ number }) => number),
})

/** Typed numbers, or what is wrong with them; `separator`: another sign than an English comma separates two of them. */
export type TypedNumbers = { numbers: string[] } | { wrong: 'none' | 'separator' | 'number' | 'quota'; number?: string }

const meterNumber = /^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/

/** Meter numbers are separated by English commas; a new line after a comma is no sign of its own. */
export const typedNumbers = (text: string, quota: number): TypedNumbers => {
  const numbers = [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '')
  if (numbers.length === 0) return { wrong: 'none' }
  const wrong = numbers.find((number) => !meterNumber.test(number))
  if (wrong !== undefined) return { wrong: /[\s，、;；]/.test(wrong) ? 'separator' : 'number', number: wrong.slice(0, 40) }
  return numbers.length > quota ? { wrong: 'quota' } : { numbers }
}
