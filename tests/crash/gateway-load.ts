import { setTimeout as sleep } from 'node:timers/promises'
import type { FrameAcknowledged } from '@nightflow/schemas/metering/report-readings'

export type PlayedGateway = { name: string; key: string; meters: readonly string[] }
/** Where a gateway sends its frames; to the next one when one does not answer. */
export type UrlsOf = (gateway: PlayedGateway) => readonly string[]

/** `position` is null where the frame was acknowledged before the log had it. */
type Acknowledgement = { gateway: string; frameId: string; position: number | null }

const readingsPerMeter = 6
const quarterHour = 900_000
const firstReadingAt = Date.UTC(2026, 0, 5)
/** At full pace, and while the service recovers: what matters of the load is its height when something breaks. */
const betweenFramesMilliseconds = { full: 20, eased: 250 } as const
/** As long as anything may take to come back. */
const frameMillisecondsMax = 180_000

/**
 * Gateways that report without end, each one frame after the other. A frame is sent again, to whoever answers, until it is acknowledged: that
 * is what a gateway does, and it is how frames come twice. Acknowledgements are kept here, outside of the service.
 */
export class GatewayLoad {
  readonly acknowledged = new Map<string, Acknowledgement>()
  readonly faults = new Set<string>()
  sent = 0
  /** Frames that were sent more than once. */
  repeated = 0
  readonly #urlsOf: UrlsOf
  readonly #gateways: readonly PlayedGateway[]
  #running: Promise<void>[] = []
  #isOn = false
  #pace: keyof typeof betweenFramesMilliseconds = 'full'
  readonly #frames = new Map<string, number>()

  constructor(gateways: readonly PlayedGateway[], urlsOf: UrlsOf) {
    this.#gateways = gateways
    this.#urlsOf = urlsOf
  }

  resume(): void {
    this.#isOn = true
    this.#pace = 'full'
    this.#running = this.#gateways.map((gateway) => this.#play(gateway))
  }

  /** So that hundreds of rounds leave no log of hours to check after each. */
  ease(): void {
    this.#pace = 'eased'
  }

  /** Every gateway ends the frame it is at: afterwards everything that was sent is acknowledged, or a fault says why not. */
  async pause(): Promise<void> {
    this.#isOn = false
    await Promise.all(this.#running)
  }

  async #play(gateway: PlayedGateway): Promise<void> {
    while (this.#isOn) {
      const number = (this.#frames.get(gateway.name) ?? 0) + 1
      this.#frames.set(gateway.name, number)
      const frameId = `${gateway.name}-${number}`
      this.sent += 1
      await this.#deliver(gateway, frameId, frameOf(gateway, frameId, number))
      await sleep(betweenFramesMilliseconds[this.#pace])
    }
  }

  async #deliver(gateway: PlayedGateway, frameId: string, body: string): Promise<void> {
    const deadline = performance.now() + frameMillisecondsMax
    for (let attempt = 0; performance.now() < deadline; attempt++) {
      if (attempt === 1) this.repeated += 1
      const urls = this.#urlsOf(gateway)
      const answer = await this.#post(urls[(attempt + frameId.length) % urls.length]!, gateway, body)
      if (answer && 'position' in answer) {
        this.acknowledged.set(`${gateway.name}/${frameId}`, { gateway: gateway.name, frameId, position: answer.position })
        return
      }
      if (answer) {
        this.faults.add(`${frameId} was refused with ${answer.refused}`)
        return
      }
      await sleep(100)
    }
    this.faults.add(`${frameId} was not acknowledged within ${frameMillisecondsMax / 1000} s`)
  }

  /** The acknowledgement, a refusal for good, or nothing: then it is not known whether the frame is stored. */
  async #post(baseUrl: string, { key }: PlayedGateway, body: string): Promise<FrameAcknowledged | { refused: number } | undefined> {
    try {
      const answer = await fetch(`${baseUrl}/ingest/v1/frames`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(45_000),
      })
      const text = await answer.text()
      // Whatever is broken, the service knows that it is not the gateway's fault, and that it is no bug: 503.
      if (answer.status === 500) this.faults.add(`a frame was answered with 500: ${text}`)
      if (answer.status === 202) return JSON.parse(text) as FrameAcknowledged
      return answer.status >= 500 ? undefined : { refused: answer.status }
    } catch {
      return undefined
    }
  }
}

/** The next quarter hours of every meter; registers only rise. */
const frameOf = ({ meters }: PlayedGateway, frameId: string, number: number): string =>
  JSON.stringify({
    frameId,
    sentAt: new Date(firstReadingAt).toISOString(),
    readings: meters.flatMap((meter, place) =>
      Array.from({ length: readingsPerMeter }, (_, step) => {
        const quarter = (number - 1) * readingsPerMeter + step
        return { meter, at: firstReadingAt + quarter * quarterHour, litres: quarter * (place + 1) * 3 + place }
      }),
    ),
  })
