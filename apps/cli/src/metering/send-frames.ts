import { FrameAcknowledged, FrameStored, type RejectedReading } from '@nightflow/schemas/metering/report-readings'
import { openProgress } from '@nightflow/server/progress'
import { requestServer } from '../shared/call-api.ts'
import { CommandRefusal } from '../shared/command-refusal.ts'
import type { ImportFrame } from './import-frames.ts'

/** Enough to keep one projector and one log busy; more would only wait in the server's queue. */
const framesInFlight = 4

export type SentFrames = {
  readings: number
  accepted: number
  duplicates: number
  rejected: number
  /** How many readings were set aside for each reason. */
  reasons: Map<RejectedReading['reason'], number>
  /** Frames that the log had from an earlier run. */
  framesKnown: number
  frames: number
  /** Place of the last of them in the log. */
  position: number
}

type Server = { baseUrl: string; bearer: string; importId?: string }

/**
 * Sends frames through the ingest endpoint with a progress bar, and waits until the log has those that a buffer before it took.
 * `headBefore`: what stood in the log before; frames at or below it were there.
 */
export const sendFrames = async (server: Server, frames: readonly ImportFrame[], headBefore: number): Promise<SentFrames> => {
  const total = frames.reduce((sum, frame) => sum + frame.count, 0)
  const progress = openProgress('Sending', total, 'readings')
  const sent: SentFrames = {
    readings: 0,
    accepted: 0,
    duplicates: 0,
    rejected: 0,
    reasons: new Map(),
    framesKnown: 0,
    frames: 0,
    position: 0,
  }
  const waiting = frames.values()
  const withoutPlace: string[] = []
  const work = async (): Promise<void> => {
    for (const { frameId, count, readings } of waiting) {
      const body = await requestServer(server, 'POST', '/ingest/v1/frames', { frameId, sentAt: new Date().toISOString(), readings })
      const answer = FrameAcknowledged.parse(body)
      addAnswer(sent, answer, count)
      if (answer.position === null) withoutPlace.push(frameId)
      else addPlace(sent, answer.position, headBefore)
      progress.update(sent.readings)
    }
  }
  try {
    await Promise.all(Array.from({ length: framesInFlight }, work))
  } finally {
    progress.end()
  }
  if (withoutPlace.length > 0) process.stderr.write('Waiting until the log has everything …\n')
  for (const position of await findPlaces(server, withoutPlace)) addPlace(sent, position, headBefore)
  return sent
}

const lookMilliseconds = 100
const quietMillisecondsMax = 120_000

/** Positions of frames that were acknowledged before the log had them. Two minutes in which none of them arrives are an error. */
const findPlaces = async (server: Server, frameIds: readonly string[]): Promise<number[]> => {
  const positions: number[] = []
  const waiting = frameIds.values()
  let movedAt = performance.now()
  const work = async (): Promise<void> => {
    for (const frameId of waiting) {
      for (;;) {
        const path = `/ingest/v1/frames?frameId=${encodeURIComponent(frameId)}`
        const found = await requestServer(server, 'GET', path, undefined, ['not-found'])
        if (found !== undefined) {
          positions.push(FrameStored.parse(found).position)
          movedAt = performance.now()
          break
        }
        if (performance.now() - movedAt > quietMillisecondsMax) throw notArriving(positions.length, frameIds.length)
        await new Promise((resolve) => setTimeout(resolve, lookMilliseconds))
      }
    }
  }
  await Promise.all(Array.from({ length: framesInFlight }, work))
  return positions
}

const notArriving = (arrived: number, all: number): CommandRefusal =>
  new CommandRefusal(
    `Kafka has everything, but the log has only ${arrived} of ${all} frames and no more come; see whether a sink runs and what \`nightflow dead-letters list\` says, then run the same command again (nothing is stored twice).`,
  )

const addAnswer = (sent: SentFrames, answer: FrameAcknowledged, count: number): void => {
  sent.frames++
  sent.readings += count
  sent.accepted += answer.accepted
  sent.duplicates += answer.duplicates
  sent.rejected += answer.rejected.length
  for (const { reason } of answer.rejected) sent.reasons.set(reason, (sent.reasons.get(reason) ?? 0) + 1)
}

const addPlace = (sent: SentFrames, position: number, headBefore: number): void => {
  if (position <= headBefore) sent.framesKnown++
  sent.position = Math.max(sent.position, position)
}

/** What came of it, in lines for people. */
export const describeSent = (sent: SentFrames): string[] => {
  const lines = [
    `${sent.accepted} readings stored in ${sent.frames} frames${sent.framesKnown > 0 ? `, of which ${sent.framesKnown} were there already` : ''}.`,
  ]
  if (sent.duplicates > 0) lines.push(`${sent.duplicates} exact repeats within a frame were stored once.`)
  if (sent.rejected > 0) {
    const reasons = [...sent.reasons].map(([reason, count]) => `${count} ${reason}`).join(', ')
    lines.push(`${sent.rejected} readings were set aside (${reasons}); they stay visible in the quarantine.`)
  }
  return lines
}
