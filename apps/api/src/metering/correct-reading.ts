import { correctedLitres, readingCorrectionDecider } from '@nightflow/domain/metering/reading-correction-decider'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import type {
  correctReading as correctReadingEndpoint,
  withdrawReadingCorrection as withdrawEndpoint,
} from '@nightflow/schemas/metering/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { uuidOfVersion7 } from '../http/uuid-of-version-7.ts'

/** States a register by hand, of a meter that is registered: the read models have no days of others. */
export const correctReading = async (
  request: RequestOf<typeof correctReadingEndpoint>,
  context: RequestContext,
): Promise<Decided | Rejection> => {
  const { number, at } = request
  if (!(await context.read((database) => isRegistered(database, number)))) return rejected('meter-not-registered', { number })
  const command = { type: 'CorrectReading' as const, correctionId: uuidOfVersion7(Date.now()), ...request }
  return decide(context, readingCorrectionDecider, command, (corrections) => ({
    at,
    litres: correctedLitres(corrections, Date.parse(at)) ?? null,
  }))
}

export const withdrawReadingCorrection = (
  request: RequestOf<typeof withdrawEndpoint>,
  context: RequestContext,
): Promise<Decided | Rejection> =>
  decide(
    context,
    readingCorrectionDecider,
    { type: 'WithdrawReadingCorrection', ...request },
    (corrections) => corrections.get(request.correctionId) ?? null,
  )
