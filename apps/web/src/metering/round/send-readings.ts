import { sendReadingPhoto, takeManualReading } from '@nightflow/schemas/metering/manual-reading'
import { reportNotRead } from '@nightflow/schemas/metering/walk-by'
import { callQuietly, uploadQuietly } from '#api/call-quietly.ts'
import { ProblemError } from '#api/problem-error.ts'
import { isSessionEnd, isStillSignedIn } from '#metering/round/round-person.ts'
import { changeReading, type KeptReading, listKeptReadings, type RoundPerson } from '#metering/round/round-store.ts'

/** `unreachable`: no network, or a service that is busy; it is tried again. */
export type SendOutcome = 'done' | 'unreachable' | 'session-over'

/** So many failures of the service in a row end an attempt. */
const failuresMax = 3

let sending: Promise<SendOutcome> | undefined

/** Sends what is kept, in the order in which it was read, one at a time; tabs take turns. A refusal stays with its reading and the others go on. */
export const sendReadings = (person: RoundPerson, onProgress: () => void): Promise<SendOutcome> => {
  sending ??= inTurn(() => sendAll(person, onProgress)).finally(() => {
    sending = undefined
  })
  return sending
}

const inTurn = async (work: () => Promise<SendOutcome>): Promise<SendOutcome> =>
  'locks' in navigator ? await navigator.locks.request('nightflow-rounds', work) : await work()

const sendAll = async (person: RoundPerson, onProgress: () => void): Promise<SendOutcome> => {
  const tried = new Set<string>()
  let failures = 0
  for (;;) {
    // Others may be kept while these are sent.
    const waiting = (await listKeptReadings(person.person)).filter(({ state, readingId }) => state === 'kept' && !tried.has(readingId))
    if (waiting.length === 0) return failures > 0 ? 'unreachable' : 'done'
    for (const reading of waiting) {
      tried.add(reading.readingId)
      const sent = isStillSignedIn(person) ? await trySending(reading) : 'session-over'
      onProgress()
      if (sent === 'session-over') return sent
      failures = sent === 'unreachable' ? failures + 1 : 0
      if (failures >= failuresMax) return 'unreachable'
    }
  }
}

const trySending = async (reading: KeptReading): Promise<SendOutcome> => {
  const { readingId } = reading
  try {
    await changeReading(readingId, { isTried: true })
    await changeReading(readingId, { earlier: await sendOne(reading), state: 'sent', refusal: null, photo: null })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (isSessionEnd(error)) return 'session-over'
    if (isOutage(error)) return 'unreachable'
    await changeReading(readingId, { state: 'refused', refusal: { code: error.code, text: error.message } })
  }
  return 'done'
}

/** Nothing is said about the reading: it is sent again. */
const isOutage = ({ status, how }: ProblemError): boolean => how.failure !== undefined || status === 0 || status === 429 || status >= 500

const sendOne = async ({ readingId, planId, number, at, litres, reason, note, isConfirmed, photo }: KeptReading) => {
  if (litres === null) {
    await callQuietly(reportNotRead, { visitId: readingId, planId: planId!, number, at, reason: reason!, note })
    return null
  }
  if (photo) await uploadQuietly(sendReadingPhoto, { readingId }, new File([photo], 'register.jpg', { type: photo.type }))
  const plan = planId === null ? {} : { planId }
  const pictured = photo ? { photoId: readingId } : {}
  return (await callQuietly(takeManualReading, { readingId, number, at, litres, note, isConfirmed, ...plan, ...pictured })).earlier
}
