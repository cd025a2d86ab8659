import {
  consumptionReviewDecider,
  type ReviewCommand,
  type ReviewedDays,
  statedLitres,
} from '@nightflow/domain/metering/consumption-review-decider'
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
import type * as endpoints from '@nightflow/schemas/metering/consumption-review'
import { ConsumptionReviewRow } from '@nightflow/schemas/metering/consumption-review'
import { setValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandsOf } from '../http/commands-of.ts'
import { decide } from '../http/decide.ts'
import { decideEach } from '../http/decide-each.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { wordingOf } from '../resource/choices.ts'
import type { Export } from '../resource/export-routes.ts'

export const exportConsumptionReviews = async (
  request: RequestOf<typeof endpoints.exportConsumptionReviews>,
  context: RequestContext,
): Promise<Export> => ({
  fileName: 'consumption-review.xlsx',
  wording: await wordingOf({}, request, context),
  row: ConsumptionReviewRow,
  rows: (database) => scanConsumptionReviews(database, request),
})

type Response = ResponseOf<typeof endpoints.acceptReading>
type Answered = Promise<Outcome<Response> | Rejection>

export const acceptReading = ({ reviewId, reason }: RequestOf<typeof endpoints.acceptReading>, context: RequestContext): Answered =>
  judge(context, reviewId, async ({ meterNo, day }, measuredLitres) => ({
    ...{ type: 'AcceptReading', number: meterNo, day, reason, measuredLitres },
  }))

export const withdrawDecision = ({ reviewId, reason }: RequestOf<typeof endpoints.withdrawDecision>, context: RequestContext): Answered =>
  judge(context, reviewId, async ({ meterNo, day }) => ({ type: 'WithdrawDecision', number: meterNo, day, reason }))

export const estimateConsumption = (request: RequestOf<typeof endpoints.estimateConsumption>, context: RequestContext): Answered => {
  const { reviewId, method, reason } = request
  return judge(context, reviewId, async ({ meterNo: number, day }) => {
    const found = await context.read((database) => readEstimationBasis(database, { number, day }))
    const estimated = found && estimateDay(method, found.basis)
    if (!found || estimated === undefined) return rejected('estimate-impossible', { number: `${number} · ${day}` })
    const { estimatedDays: estimatedDaysMax } = (await context.read(readValidation)).thresholds
    return { type: 'EstimateConsumption', number, day, method, reason, estimatedDaysMax, ...statedOf(estimated, found.shape) }
  })
}

export const editConsumption = (
  { reviewId, litres, reason }: RequestOf<typeof endpoints.editConsumption>,
  context: RequestContext,
): Answered =>
  judge(context, reviewId, async ({ meterNo: number, day }) => {
    const found = await context.read((database) => readEstimationBasis(database, { number, day }))
    if (!found) return rejected('meter-not-registered', { number })
    return { type: 'EditConsumption', number, day, reason, ...statedOf(Math.round(litres * 1000), found.shape) }
  })

/** A volume with its hours, which take of it what they usually take of a day. Millilitres become litres. */
const statedOf = (millilitres: number, shape: readonly number[]) => ({
  litres: millilitres / 1000,
  hourLitres: shareOverHours(millilitres, shape).map((hour) => hour / 1000),
})

/** Gives each day its command. Of several, those that are refused are named, and the others are done. */
const judge = async (
  context: RequestContext,
  ids: readonly number[],
  commandOf: (row: ConsumptionReviewRow, measuredLitres: number | null) => Promise<ReviewCommand | Rejection>,
): Answered => {
  const rows = await context.read((database) => findReviews(database, ids))
  if (rows.length < new Set(ids).size) return rejected('review-unknown')
  const measured = await context.read((database) => measuredOfDays(database, rows))
  const days = rows.map((row, place) => ({ row, measuredLitres: measured[place] ?? null }))
  const { accepted, refused, position } = await decideEach(days, async ({ row, measuredLitres }) => {
    const command = await commandOf(row, measuredLitres)
    return isRejection(command) ? command : decide(context, consumptionReviewDecider, command, litresOf(row.day, measuredLitres))
  })
  const [alone] = refused
  if (alone && days.length === 1) return alone.refusal
  const changed: Response['changed'] = []
  for (const { item, decided } of accepted) {
    const { meterNo, day } = item.row
    const partitions = await context.read((database) => partitionsOfMeter(database, meterNo, day))
    changed.push({
      ...{ meterNo, day, beforeLitres: decided.before as number | null, afterLitres: decided.after as number | null },
      partitions: partitions.map(({ id }) => id),
    })
  }
  const logged = (litres: 'beforeLitres' | 'afterLitres') =>
    changed.map((row) => ({ meterNo: row.meterNo, day: row.day, litres: row[litres] }))
  const response = {
    changed,
    refused: refused.map(({ item: { row }, refusal }) => ({ number: `${row.meterNo} · ${row.day}`, code: refusal.rejected })),
  }
  return { response, position, before: logged('beforeLitres'), after: logged('afterLitres') }
}

/** The volume that counts of a day: the stated one, else the one that its readings measure now. */
const litresOf =
  (day: string, measuredLitres: number | null) =>
  (days: ReviewedDays): number | null => {
    const known = days.get(day)
    return known ? (statedLitres(known) ?? measuredLitres) : null
  }

const thresholds = commandsOf(validationDecider, (state) => state.thresholds)

export const setThresholdsRoute = thresholds(setValidationThresholds, {
  command: (request) => ({ type: 'SetValidationThresholds', ...request }),
})
