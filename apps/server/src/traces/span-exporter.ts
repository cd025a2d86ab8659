import { setTimeout as sleep } from 'node:timers/promises'

/** Instants in epoch milliseconds, fractions included. */
export type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  startedAt: number
  endedAt: number
  attributes: Readonly<Record<string, string | number>>
}

export type SpanExporter = {
  /** Never waits and never throws; beyond what may wait a span is dropped and counted. */
  add(span: Span): void
  /** Sends what waits, for some seconds at most. */
  close(): Promise<void>
}

export type TraceOptions = {
  /** Base address of the collector, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string
  /** Share of events that are traced, 0 to 1. */
  ratio: number
  roles: readonly string[]
  /** Called at most once a minute. */
  onTrouble: (trouble: { reason: string; droppedSpans: number }) => void
}

const waitingSpansMax = 4_096
const batchSpansMax = 512
const flushMilliseconds = 1_000
const postMillisecondsMax = 5_000
const troubleEveryMilliseconds = 60_000

const kinds = { server: 2, client: 3, producer: 4, consumer: 5 } as const

/** Decimal text, because nanoseconds since 1970 do not fit a double. */
const nanoseconds = (milliseconds: number): string => (BigInt(Math.round(milliseconds * 1000)) * 1000n).toString()

const attributesOf = (attributes: Readonly<Record<string, string | number>>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) },
  }))

const encode = (spans: readonly Span[], roles: readonly string[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'nightflow', 'service.instance.id': `${roles.join('+')}-${process.pid}` }) },
        scopeSpans: [
          {
            scope: { name: 'nightflow' },
            spans: spans.map(({ kind, startedAt, endedAt, attributes, ...span }) => ({
              ...span,
              kind: kinds[kind],
              startTimeUnixNano: nanoseconds(startedAt),
              endTimeUnixNano: nanoseconds(endedAt),
              attributes: attributesOf(attributes),
            })),
          },
        ],
      },
    ],
  })

/**
 * Sends spans to an OpenTelemetry collector: OTLP over HTTP in its JSON encoding (opentelemetry-proto 1, `POST /v1/traces`), in batches,
 * beside the work. A collector that is away costs spans and never a frame.
 */
export const openSpanExporter = ({ endpoint, roles, onTrouble }: TraceOptions): SpanExporter => {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const waiting: Span[] = []
  let dropped = 0
  let toldAt = Number.NEGATIVE_INFINITY
  let sending: Promise<void> | undefined

  const tell = (reason: string): void => {
    if (performance.now() - toldAt < troubleEveryMilliseconds) return
    toldAt = performance.now()
    onTrouble({ reason, droppedSpans: dropped })
    dropped = 0
  }
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSpansMax)
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: encode(batch, roles),
          signal: AbortSignal.timeout(postMillisecondsMax),
        })
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`the collector answers ${answer.status}`)
      } catch (error) {
        dropped += batch.length
        tell((error as Error).message)
      }
    }
  }
  const flush = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void flush(), flushMilliseconds)
  timer.unref()
  return {
    add: (span) => {
      if (waiting.length < waitingSpansMax) waiting.push(span)
      else {
        dropped += 1
        tell('more spans come than the collector takes')
      }
    },
    close: async () => {
      clearInterval(timer)
      await Promise.race([flush().then(flush), sleep(postMillisecondsMax, undefined, { ref: false })])
    },
  }
}
