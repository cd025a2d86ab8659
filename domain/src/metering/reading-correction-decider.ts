import type { CorrectReading } from '@nightflow/schemas/metering/correct-reading'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type ReadingCorrectedEvent = EventIn<'metering.ReadingCorrected'>

/** The register that a person last stated for each instant. */
export type Corrections = ReadonlyMap<number, number>

/** Manual corrections of one meter's register. Stating the same again changes nothing. */
export const readingCorrectionDecider: Decider<CorrectReading, Corrections, ReadingCorrectedEvent> = {
  streamOf: ({ number }) => `metering-corrections-${number}`,
  initialState: new Map(),
  evolve: (corrections, { data: { at, litres } }) => new Map(corrections).set(Date.parse(at), litres),
  decide: { CorrectReading: correctReading },
}

function correctReading({ type: _, ...asked }: CorrectReading, corrections: Corrections, { now, actor }: Context) {
  const at = Date.parse(asked.at)
  if (at > Date.parse(now)) return rejected('correction-in-future', { at: asked.at })
  if (corrections.get(at) === asked.litres) return []
  const data = { ...asked, at: new Date(at).toISOString(), correctedBy: actor, correctedAt: now }
  return [{ type: 'metering.ReadingCorrected' as const, data }]
}
