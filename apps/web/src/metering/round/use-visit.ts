import type { NotReadReason } from '@nightflow/schemas/metering/walk-by'
import { useState } from 'react'
import { readDrafts, writeDraft } from '#metering/round/round-drafts.ts'
import type { RoundMeter } from '#metering/round/round-progress.ts'
import { type KeptReading, keepReading, PhoneFullError, type RoundPerson } from '#metering/round/round-store.ts'
import { shrinkPhoto } from '#ui/shrink-photo.ts'
import { newTimedId } from '#ui/timed-id.ts'

type Visited = {
  person: RoundPerson
  plan: { walkById: number; planId: string; name: string }
  meter: RoundMeter
  onKept: () => void
}

/** `full`: the limits of this phone; `space`: the browser has no space left; `photo`: no picture. */
type VisitProblem = 'full' | 'space' | 'photo' | 'failed'

/** Typed values and photographs of a meter until they are kept on the phone. */
export function useVisit({ person: { person }, plan, meter: { number }, onKept }: Visited) {
  const [typed, setTyped] = useState(() => readDrafts(person, plan.walkById)[number] ?? '')
  const [photo, setPhoto] = useState<File | null>(null)
  const [problem, setProblem] = useState<VisitProblem>()
  const [isBusy, setIsBusy] = useState(false)
  const type = (text: string) => {
    setTyped(text)
    setProblem(undefined)
    writeDraft(person, plan.walkById, number, text)
  }
  const keepAs = async (seen: Pick<KeptReading, 'litres' | 'reason' | 'note' | 'isConfirmed' | 'photo'>): Promise<boolean> => {
    if (isBusy) return false
    setIsBusy(true)
    try {
      await keepReading({
        ...seen,
        ...{ readingId: newTimedId(), person, number, at: new Date().toISOString() },
        ...{ walkById: plan.walkById, planId: plan.planId, roundName: plan.name },
        ...{ state: 'kept', isTried: false, refusal: null, earlier: null },
      })
      // The browser may otherwise clear what is kept when the phone runs out of space.
      void navigator.storage?.persist?.()
      writeDraft(person, plan.walkById, number, '')
      onKept()
      return true
    } catch (error) {
      setProblem(problemOf(error))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  const addPhoto = async (file: File | null) => {
    if (!file) return
    setIsBusy(true)
    try {
      setPhoto(await shrinkPhoto(file))
      setProblem(undefined)
    } catch {
      setProblem('photo')
    } finally {
      setIsBusy(false)
    }
  }
  return {
    ...{ typed, type, photo, addPhoto, problem, isBusy },
    removePhoto: () => setPhoto(null),
    keep: (litres: number, isConfirmed: boolean) => keepAs({ litres, isConfirmed, photo, reason: null, note: '' }),
    keepNotRead: (reason: NotReadReason, note: string) => keepAs({ litres: null, isConfirmed: false, photo: null, reason, note }),
  }
}

const problemOf = (error: unknown): VisitProblem => {
  if (error instanceof PhoneFullError) return 'full'
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'space' : 'failed'
}
