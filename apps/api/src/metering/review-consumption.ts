import { consumptionReviewDecider, type ReviewedDays, statedLitres } from '@nightflow/domain/metering/consumption-review-decider'
import { estimateDay, shareOverHours } from '@nightflow/domain/metering/estimate-consumption'
import { validationDecider } from '@nightflow/domain/metering/validation-decider'
import { readEstimationBasis } from '@nightflow/projections/metering/estimation-basis'
import {
  findReviews,
  measuredOfDays,
  partitionsOfMeter,
  readValidation,
  scanConsumptionReviews,
} from '@nightflow/projections/metering/review-queries'
import {
  type acceptReading,
  ConsumptionReviewRow,
  type exportConsumptionReviews as exportCall,
  reviewCommands,
} from '@nightflow/schemas/metering/consumption-review'
import { setValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { codesOf, type Given } from '../http/each-route.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { wordingOf } from '../resource/choices.ts'
import type { Export } from '../resource/export-routes.ts'

export const exportConsumptionReviews = async (request: RequestOf<typeof exportCall>, context: RequestContext): Promise<Export> => ({
  fileName: 'consumption-review.xlsx',
  wording: await wordingOf({}, request, context),
  row: ConsumptionReviewRow,
  rows: (database) => scanConsumptionReviews(database, request),
})

/** A volume with its hours, which take of it what they usually take of a day. Millilitres become litres. */
const statedOf = (millilitres: number, shape: readonly number[]) => ({
  litres: millilitres / 1000,
  hourLitres: shareOverHours(millilitres, shape).map((hour) => hour / 1000),
})

/** A day with the volume that its readings measure now. */
type Day = { number: string; day: string; measuredLitres: number | null }

const findDays = async (database: PoolClient, ids: readonly number[]): Promise<Day[]> => {
  const rows = await findReviews(database, ids)
  const measured = await measuredOfDays(database, rows)
  return rows.map(({ meterNo: number, day }, place) => ({ number, day, measuredLitres: measured[place] ?? null }))
}

/** The volume that counts of a day: the stated one, else the one that its readings measure now. */
const litresOf = (days: ReviewedDays, _: unknown, { day, measuredLitres }: Day): number | null => {
  const known = days.get(day)
  return known ? (statedLitres(known) ?? measuredLitres) : null
}

type Response = ResponseOf<typeof acceptReading>
type Changes = Given<Day, object>
const nameOf = ({ number, day }: Day): string => `${number} · ${day}`

/** Of several days, those that are refused are named, and the others are done. */
const judging = {
  isOneRefused: true as const,
  answer: async (given: Changes): Promise<Response> => {
    const changed: Response['changed'] = []
    for (const { item, decided } of given.accepted) {
      const { number: meterNo, day } = item
      const partitions = await given.context.read((database) => partitionsOfMeter(database, meterNo, day))
      changed.push({
        ...{ meterNo, day, beforeLitres: decided.before as number | null, afterLitres: decided.after as number | null },
        partitions: partitions.map(({ id }) => id),
      })
    }
    return { changed, refused: codesOf(given, nameOf) }
  },
  logged: (_: Changes, { changed }: Response) => {
    const litresIn = (litres: 'beforeLitres' | 'afterLitres') =>
      changed.map((row) => ({ meterNo: row.meterNo, day: row.day, litres: row[litres] }))
    return { before: litresIn('beforeLitres'), after: litresIn('afterLitres') }
  },
}

export const reviewRoutes: readonly Route[] = commandRoutes(
  { commands: reviewCommands, decider: consumptionReviewDecider, find: findDays, unknown: 'review-unknown', logged: litresOf },
  {
    accept: { ...judging, prepare: ({ measuredLitres }) => ({ measuredLitres }) },
    withdraw: judging,
    estimate: {
      ...judging,
      prepare: async (row, { method }, { read }) => {
        const found = await read((database) => readEstimationBasis(database, row))
        const estimated = found && estimateDay(method, found.basis)
        if (!found || estimated === undefined) return rejected('estimate-impossible', { number: nameOf(row) })
        const { estimatedDays: estimatedDaysMax } = (await read(readValidation)).thresholds
        return { estimatedDaysMax, ...statedOf(estimated, found.shape) }
      },
    },
    edit: {
      ...judging,
      prepare: async (row, { litres }, { read }) => {
        const found = await read((database) => readEstimationBasis(database, row))
        return found ? statedOf(Math.round(litres * 1000), found.shape) : rejected('meter-not-registered', { number: row.number })
      },
    },
  },
)

const thresholds = commandsOf(validationDecider, (state) => state.thresholds)

export const setThresholdsRoute = thresholds(setValidationThresholds, {
  command: (request) => ({ type: 'SetValidationThresholds', ...request }),
})
