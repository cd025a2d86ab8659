import type { FrameAcknowledged } from '@nightflow/schemas/metering/report-readings'
import { acknowledgementOf, eventOf, frameStream, type KeepFrame } from '../shared/accept-frame.ts'
import type { FrameBuffer } from './frame-buffer.ts'

/** Answers of this many frames are remembered; those with more rejected readings than that are not, they would fill the memory. */
const limits = { answers: 20_000, rejectedReadings: 50 } as const

/**
 * Keeps frames in the buffer: the answer's `position` is null, since only the log gives places, and it has the frame a moment later.
 * A frame that comes again gets the first answer, from memory; one that came long ago or to another gateway process is read, answered
 * and buffered anew, and the log stores it once. `onRepeated` is called for each that was answered from memory.
 */
export const keepInBuffer = (buffer: FrameBuffer, onRepeated?: () => void): KeepFrame => {
  const answers = new Map<string, Promise<FrameAcknowledged>>()

  const forget = (id: string, answer: Promise<FrameAcknowledged>): void => {
    if (answers.get(id) === answer) answers.delete(id)
  }

  return (gateway, written) => {
    const { id, data } = written
    const known = answers.get(id)
    if (known) {
      // One that waits beside the first may be refused with it.
      known.then(onRepeated, () => {})
      return known
    }
    const frame = { stream: frameStream(gateway), event: eventOf(gateway, written) }
    const answer = buffer.put(frame).then(() => acknowledgementOf(data, null))
    answers.set(id, answer)
    answer.then(
      ({ rejected }) => {
        if (rejected.length > limits.rejectedReadings) forget(id, answer)
      },
      () => forget(id, answer),
    )
    const oldest = answers.size > limits.answers ? answers.keys().next().value : undefined
    if (oldest !== undefined) answers.delete(oldest)
    return answer
  }
}
