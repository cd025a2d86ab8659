import { correctedLitres, readingCorrectionDecider } from '@nightflow/domain/metering/reading-correction-decider'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import type {
  correctReading as correctReadingEndpoint,
  withdrawReadingCorrection as withdrawEndpoint,
} from '@nightflow/schemas/metering/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../http/asked.ts'
import { type Decided, decide } from '../http/decide.ts'
import { uuidOfVersion7 } from '../http/uuid-of-version-7.ts'

/** States a register by hand, of a meter that is registered: the read models have no days of others. */
export const correctReading = async (request: RequestOf<typeof correctReadingEndpoint>, asked: Asked): Promise<Decided | Rejection> => {
  const { number, at } = request
  if (!(await asked.read((database) => isRegistered(database, number)))) return rejected('meter-not-registered', { number })
  const command = { type: 'CorrectReading' as const, correctionId: uuidOfVersion7(Date.now()), ...request }
  return decide(asked, readingCorrectionDecider, command, (corrections) => ({
    at,
    litres: correctedLitres(corrections, Date.parse(at)) ?? null,
  }))
}

export const withdrawReadingCorrection = (request: RequestOf<typeof withdrawEndpoint>, asked: Asked): Promise<Decided | Rejection> =>
  decide(
    asked,
    readingCorrectionDecider,
    { type: 'WithdrawReadingCorrection', ...request },
    (corrections) => corrections.get(request.correctionId) ?? null,
  )
