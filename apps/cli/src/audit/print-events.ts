import { describeFrame } from '@nightflow/domain/metering/describe-frame'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import { maskPersonalOfEvent } from '@nightflow/schemas/personal-events'
import { CommandRefusal } from '../shared/command-refusal.ts'

const eventsPerPage = 500

/** `personal` prints personal data; masked without. */
export type PrintEvents = { readings: boolean; personal: boolean; after: number; limit: number }

const describeEvent = (event: RecordedEvent, shown: Pick<PrintEvents, 'readings' | 'personal'>): string => {
  const { packed, hash, metadata, recordedAt, data, ...rest } = event
  const readings = shown.readings && packed ? { readings: describeFrame(unpackFrame(packed), Number.POSITIVE_INFINITY) } : {}
  return JSON.stringify({
    ...rest,
    data: shown.personal ? data : maskPersonalOfEvent(event.type, data),
    recordedAt: new Date(recordedAt).toISOString(),
    ...metadata,
    ...(packed ? { packedBytes: packed.byteLength } : {}),
    hash: Buffer.from(hash).toString('hex'),
    ...readings,
  })
}

/** Writes a stream's events, oldest first, one JSON object a line. */
export const printEvents = async (
  log: EventLog,
  stream: string,
  options: PrintEvents,
  print: (line: string) => Promise<void> | void,
): Promise<number> => {
  let after = options.after
  let printed = 0
  while (printed < options.limit) {
    const page = await log.readStream(stream, { afterVersion: after, limit: Math.min(eventsPerPage, options.limit - printed) })
    for (const event of page) await print(describeEvent(event, options))
    const last = page.at(-1)
    if (!last) break
    printed += page.length
    after = last.version
  }
  if (printed === 0 && options.after === 0) {
    throw new CommandRefusal(
      `there is no stream "${stream}"; names read <tenant>/<context>-<aggregate>-<id>, such as demo/metering-gateway-import.`,
    )
  }
  return printed
}
