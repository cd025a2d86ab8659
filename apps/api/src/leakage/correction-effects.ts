import { correctionEffects } from '@nightflow/projections/joined/correction-effects'
import type { findCorrectionEffects as endpoint } from '@nightflow/schemas/leakage/correction-effects'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import { travelInTime } from '../http/travel-in-time.ts'

/** The effects of a correction, folded from the log up to it. */
export const findCorrectionEffects = (
  { position }: RequestOf<typeof endpoint>,
  context: RequestContext,
): Promise<ResponseOf<typeof endpoint> | undefined | Rejection> =>
  travelInTime<ResponseOf<typeof endpoint>>(context, ['correction-effects'], position, (then) => correctionEffects(then, position))
