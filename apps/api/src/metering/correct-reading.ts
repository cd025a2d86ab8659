import { readingCorrectionDecider } from '@nightflow/domain/metering/reading-correction-decider'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import type { correctReading as correctReadingEndpoint } from '@nightflow/schemas/metering/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../shared/asked.ts'
import { type Decided, decide } from '../shared/decide.ts'
import { uuidOfVersion7 } from '../shared/uuid-of-version-7.ts'

/** States a register by hand, of a meter that is registered: the read models have no days of others. */
export const correctReading = async (request: RequestOf<typeof correctReadingEndpoint>, asked: Asked): Promise<Decided | Rejection> => {
  const { number, at } = request
  if (!(await asked.read((database) => isRegistered(database, number)))) return rejected('meter-not-registered', { number })
  const command = { type: 'CorrectReading' as const, correctionId: uuidOfVersion7(Date.now()), ...request }
  return decide(asked, readingCorrectionDecider, command, (corrections) => ({ at, litres: corrections.get(Date.parse(at)) ?? null }))
}
