import { correctedLitres, readingCorrectionDecider } from '@nightflow/domain/metering/reading-correction-decider'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import * as metering from '@nightflow/schemas/metering/endpoints'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { commandsOf } from '../http/commands-of.ts'
import type { Route } from '../http/serve.ts'
import { uuidOfVersion7 } from '../http/uuid-of-version-7.ts'

const correction = commandsOf(readingCorrectionDecider, (corrections, given) =>
  given.type === 'CorrectReading'
    ? { at: given.at, litres: correctedLitres(corrections, Date.parse(given.at)) ?? null }
    : (corrections.get(given.correctionId) ?? null),
)

export const readingCorrectionRoutes: readonly Route[] = [
  // Of a meter that is registered: the read models have no days of others.
  correction(metering.correctReading, {
    refuse: async ({ number }, { read }) =>
      (await read((database) => isRegistered(database, number))) ? undefined : rejected('meter-not-registered', { number }),
    command: (request) => ({ type: 'CorrectReading', correctionId: uuidOfVersion7(Date.now()), ...request }),
  }),
  correction(metering.withdrawReadingCorrection, { command: (request) => ({ type: 'WithdrawReadingCorrection', ...request }) }),
]
