import type { CorrectReading, WithdrawReadingCorrection } from '@nightflow/schemas/metering/correct-reading'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type CorrectionCommand = CorrectReading | WithdrawReadingCorrection
type CorrectionEvent = EventIn<'metering.ReadingCorrected' | 'metering.ReadingCorrectionWithdrawn'>

type Correction = { readonly at: number; readonly litres: number; readonly isWithdrawn: boolean }
/** The corrections of a meter by their id, in the order of their recording. */
export type Corrections = ReadonlyMap<string, Correction>

/** Manual corrections of one meter's register. Stating the same again changes nothing, nor does withdrawing twice. */
export const readingCorrectionDecider: Decider<CorrectionCommand, Corrections, CorrectionEvent> = {
  streamOf: ({ number }) => `metering-corrections-${number}`,
  initialState: new Map(),
  evolve,
  decide: { CorrectReading: correctReading, WithdrawReadingCorrection: withdrawCorrection },
}

/** The register that counts for an instant: the one stated last that was not withdrawn. */
export const correctedLitres = (corrections: Corrections, at: number): number | undefined =>
  [...corrections.values()].findLast((correction) => correction.at === at && !correction.isWithdrawn)?.litres

function evolve(corrections: Corrections, { type, data }: CorrectionEvent): Corrections {
  if (type === 'metering.ReadingCorrected')
    return new Map(corrections).set(data.correctionId, { at: Date.parse(data.at), litres: data.litres, isWithdrawn: false })
  const found = corrections.get(data.correctionId)
  return found ? new Map(corrections).set(data.correctionId, { ...found, isWithdrawn: true }) : corrections
}

function correctReading({ type: _, ...asked }: CorrectReading, corrections: Corrections, { now, actor }: Context) {
  const at = Date.parse(asked.at)
  if (at > Date.parse(now)) return rejected('correction-in-future', { at: asked.at })
  if (correctedLitres(corrections, at) === asked.litres) return []
  const data = { ...asked, at: new Date(at).toISOString(), correctedBy: actor, correctedAt: now }
  return [{ type: 'metering.ReadingCorrected' as const, data }]
}

function withdrawCorrection({ type: _, ...asked }: WithdrawReadingCorrection, corrections: Corrections, { now, actor }: Context) {
  const found = corrections.get(asked.correctionId)
  if (!found) return rejected('correction-not-found', { correctionId: asked.correctionId })
  if (found.isWithdrawn) return []
  const data = { ...asked, at: new Date(found.at).toISOString(), withdrawnBy: actor, withdrawnAt: now }
  return [{ type: 'metering.ReadingCorrectionWithdrawn' as const, data }]
}
