import { FrameAcknowledged, FrameStored, type RejectedReading } from '@nightflow/schemas/metering/report-readings'
import { openProgress } from '@nightflow/server/progress'
import { requestServer } from '../shared/call-api.ts'
import { CommandRefusal } from '../shared/command-refusal.ts'
import type { ImportFrame } from './import-frames.ts'

/** Enough to keep one projector and one log busy; more would only wait in the server's queue. */
const framesInFlight = 4

/** Readings of frames that the log got from this run, and of all that were sent. */
type Counted = { new: number; all: number }

export type SentFrames = {
  readings: Counted
  accepted: Counted
  rejected: Counted
  duplicates: number
  /** How many readings were set aside for each reason. */
  reasons: Map<RejectedReading['reason'], number>
  frames: Counted
  /** Place of the last of them in the log. */
  position: number
}

type Server = { baseUrl: string; bearer: string; importId?: string }

/**
 * Sends frames through the ingest endpoint with a progress bar, and waits until the log has those that a buffer before it took.
 * `total` readings; `headBefore`: the head of the log before, frames at or below it were there.
 */
export const sendFrames = async (server: Server, frames: Iterable<ImportFrame>, total: number, headBefore: number): Promise<SentFrames> => {
  const progress = openProgress('Sending', total, 'readings')
  const sent: SentFrames = {
    readings: { new: 0, all: 0 },
    accepted: { new: 0, all: 0 },
    rejected: { new: 0, all: 0 },
    duplicates: 0,
    reasons: new Map(),
    frames: { new: 0, all: 0 },
    position: 0,
  }
  // Frames are made when their turn comes: all of a large file at once would be many times its size.
  const waiting = frames[Symbol.iterator]()
  const withoutPlace: Answered[] = []
  const work = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const { frameId, count, readings } = next.value
      const body = await requestServer(server, 'POST', '/ingest/v1/frames', { frameId, sentAt: new Date().toISOString(), readings })
      const answer = FrameAcknowledged.parse(body)
      addAnswer(sent, answer, count)
      if (answer.position === null) withoutPlace.push({ answer, count })
      else addPlace(sent, { answer, count }, answer.position, headBefore)
      progress.update(sent.readings.all)
    }
  }
  try {
    await Promise.all(Array.from({ length: framesInFlight }, work))
  } finally {
    progress.end()
  }
  if (withoutPlace.length > 0) process.stderr.write('Waiting until the log has everything …\n')
  await findPlaces(server, withoutPlace, (answered, position) => addPlace(sent, answered, position, headBefore))
  return sent
}

const lookMilliseconds = 100
const quietMillisecondsMax = 120_000

/** Finds the positions of frames that were acknowledged before the log had them. Two minutes in which none of them arrives are an error. */
const findPlaces = async (
  server: Server,
  frames: readonly Answered[],
  onPlace: (answered: Answered, position: number) => void,
): Promise<void> => {
  let arrived = 0
  const waiting = frames.values()
  let movedAt = performance.now()
  const work = async (): Promise<void> => {
    for (const answered of waiting) {
      for (;;) {
        const path = `/ingest/v1/frames?frameId=${encodeURIComponent(answered.answer.frameId)}`
        const found = await requestServer(server, 'GET', path, undefined, ['not-found'])
        if (found !== undefined) {
          arrived++
          onPlace(answered, FrameStored.parse(found).position)
          movedAt = performance.now()
          break
        }
        if (performance.now() - movedAt > quietMillisecondsMax) throw notArriving(arrived, frames.length)
        await new Promise((resolve) => setTimeout(resolve, lookMilliseconds))
      }
    }
  }
  await Promise.all(Array.from({ length: framesInFlight }, work))
}

const notArriving = (arrived: number, all: number): CommandRefusal =>
  new CommandRefusal(
    `Kafka has everything, but the log has only ${arrived} of ${all} frames and no more come; see whether a sink runs and what \`nightflow dead-letters list\` says, then run the same command again (nothing is stored twice).`,
  )

type Answered = { answer: FrameAcknowledged; count: number }

const addAnswer = (sent: SentFrames, answer: FrameAcknowledged, count: number): void => {
  sent.frames.all++
  sent.readings.all += count
  sent.accepted.all += answer.accepted
  sent.rejected.all += answer.rejected.length
  sent.duplicates += answer.duplicates
  for (const { reason } of answer.rejected) sent.reasons.set(reason, (sent.reasons.get(reason) ?? 0) + 1)
}

const addPlace = (sent: SentFrames, { answer, count }: Answered, position: number, headBefore: number): void => {
  sent.position = Math.max(sent.position, position)
  if (position <= headBefore) return
  sent.frames.new++
  sent.readings.new += count
  sent.accepted.new += answer.accepted
  sent.rejected.new += answer.rejected.length
}

const grouped = new Intl.NumberFormat('en')

/** The result as lines for people: counts of this run beside those of the whole file. */
export const describeSent = ({ readings, accepted, rejected, duplicates, frames, reasons }: SentFrames): string[] => {
  const count = (value: number) => grouped.format(value)
  const lines = [
    `Readings: ${count(accepted.new)} new of ${count(readings.all)}, in ${count(frames.new)} new of ${count(frames.all)} frames.`,
  ]
  if (duplicates > 0) lines.push(`Exact repeats within a frame, stored once: ${count(duplicates)}.`)
  if (rejected.all > 0) {
    const parts = [...reasons].map(([reason, times]) => `${count(times)} ${reason}`).join(', ')
    lines.push(`In quarantine: ${count(rejected.new)} new of ${count(rejected.all)} readings (${parts}).`)
  }
  return lines
}
