import { FrameAcknowledged, type RejectedReading } from '@nightflow/schemas/metering/report-readings'
import { openProgress } from '@nightflow/server/progress'
import { requestServer } from '../shared/call-api.ts'
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
  /** Place of the last of them in the log; 0 where a buffer has them and the log will. */
  position: number
}

/** Sends frames through the ingest endpoint with a progress bar. `headBefore`: what stood in the log before; frames at or below it were there. */
export const sendFrames = async (
  server: { baseUrl: string; bearer: string },
  frames: readonly ImportFrame[],
  headBefore: number,
): Promise<SentFrames> => {
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
  const work = async (): Promise<void> => {
    for (const { frameId, count, readings } of waiting) {
      const body = await requestServer(server, 'POST', '/ingest/v1/frames', { frameId, sentAt: new Date().toISOString(), readings })
      addAnswer(sent, FrameAcknowledged.parse(body), count, headBefore)
      progress.update(sent.readings)
    }
  }
  try {
    await Promise.all(Array.from({ length: framesInFlight }, work))
  } finally {
    progress.end()
  }
  return sent
}

const addAnswer = (sent: SentFrames, answer: FrameAcknowledged, count: number, headBefore: number): void => {
  sent.frames++
  sent.readings += count
  sent.accepted += answer.accepted
  sent.duplicates += answer.duplicates
  sent.rejected += answer.rejected.length
  for (const { reason } of answer.rejected) sent.reasons.set(reason, (sent.reasons.get(reason) ?? 0) + 1)
  if (answer.position === null) return
  if (answer.position <= headBefore) sent.framesKnown++
  sent.position = Math.max(sent.position, answer.position)
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
