import type { EventLog } from '@nightflow/event-log/event-log'
import type { AppliedPage } from '@nightflow/projections/views/follow-shard'
import { isTraced, spanIdOf, traceIdOf } from './event-trace.ts'
import { preciseNow } from './request-span.ts'
import type { SpanExporter } from './span-exporter.ts'

type Read = { id: string; type: string; position: number }

/** A page read ahead and the one being applied, each at most as large as the projector's limit. */
const readMax = 20_000

/**
 * Ends the trace of an event where it becomes visible: remembers what one shard's projector reads from the log that it answers, and
 * writes a span for each event of a page that was applied.
 */
export const traceProjection = (log: EventLog, exporter: SpanExporter, ratio: number) => {
  const read: Read[] = []
  const remember = (events: readonly Read[]): void => {
    for (const { id, type, position } of events) if (isTraced(id, ratio) && read.length < readMax) read.push({ id, type, position })
  }
  const traced: EventLog = {
    ...log,
    async *subscribe(afterPosition, options) {
      // A subscription begins again after a failure: what was read and not applied is read again.
      read.length = 0
      for await (const page of log.subscribe(afterPosition, options)) {
        remember(page)
        yield page
      }
    },
  }
  const onPage = ({ shard, position, events, milliseconds }: AppliedPage): void => {
    const endedAt = preciseNow()
    while (read[0] && read[0].position <= position) {
      const event = read.shift()!
      exporter.add({
        traceId: traceIdOf(event.id),
        spanId: spanIdOf(event.id, shard === 0 ? 'project' : `project-${shard}`),
        parentSpanId: spanIdOf(event.id, 'append'),
        name: 'project into the read models',
        kind: 'consumer',
        startedAt: endedAt - milliseconds,
        endedAt,
        attributes: {
          'nightflow.event': event.type,
          'nightflow.position': event.position,
          'nightflow.page.events': events,
          'nightflow.shard': shard,
        },
      })
    }
  }
  return { log: traced, onPage }
}
