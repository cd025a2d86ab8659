import { setTimeout as sleep } from 'node:timers/promises'
import type { FrameAcknowledged } from '@nightflow/schemas/metering/report-readings'

export type PlayedGateway = { name: string; key: string; meters: readonly string[] }
/** Where a gateway sends its frames; to the next one when one does not answer. */
export type UrlsOf = (gateway: PlayedGateway) => readonly string[]

/** `position` is null where the frame was acknowledged before the log had it. */
type Acknowledgement = { gateway: string; frameId: string; position: number | null }

/** A frame of the last half hour, and now and then one of a gateway that was without a network for a day. */
const readingsPerMeter = { usual: 6, afterSilence: 288 } as const
const framesPerSilence = 40
const betweenReadingsMilliseconds = 300_000
const framesInFlight = 2
const firstReadingAt = Date.UTC(2026, 0, 5)
/** At full pace, and while the service recovers: what matters of the load is its height when something breaks. */
const betweenFramesMilliseconds = { full: 20, eased: 250 } as const
/** As long as anything may take to come back. */
const frameMillisecondsMax = 180_000

/**
 * Gateways that report without end, each with a frame or two on the way. A frame is sent again, to any process that answers, until it is acknowledged: that
 * is what a gateway does, and it is how frames come twice and out of their order. Acknowledgements are kept here, outside of the service.
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
  readonly #frames = new Map<string, { frames: number; readingsOfEach: number }>()

  constructor(gateways: readonly PlayedGateway[], urlsOf: UrlsOf) {
    this.#gateways = gateways
    this.#urlsOf = urlsOf
  }

  resume(): void {
    this.#isOn = true
    this.#pace = 'full'
    this.#running = this.#gateways.flatMap((gateway) => Array.from({ length: framesInFlight }, () => this.#play(gateway)))
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
      const { frames, readingsOfEach } = this.#frames.get(gateway.name) ?? { frames: 0, readingsOfEach: 0 }
      const count = frames % framesPerSilence === framesPerSilence - 1 ? readingsPerMeter.afterSilence : readingsPerMeter.usual
      this.#frames.set(gateway.name, { frames: frames + 1, readingsOfEach: readingsOfEach + count })
      const frameId = `${gateway.name}-${frames + 1}`
      this.sent += 1
      await this.#deliver(gateway, frameId, frameOf(gateway, frameId, readingsOfEach, count))
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
      // With any broken part, the service answers 503: no fault of the gateway and no bug.
      if (answer.status === 500) this.faults.add(`a frame was answered with 500: ${text}`)
      if (answer.status === 202) return JSON.parse(text) as FrameAcknowledged
      return answer.status >= 500 ? undefined : { refused: answer.status }
    } catch {
      return undefined
    }
  }
}

/** So many readings of every meter, from its `first` one; registers only rise. */
const frameOf = ({ meters }: PlayedGateway, frameId: string, first: number, count: number): string =>
  JSON.stringify({
    frameId,
    sentAt: new Date(firstReadingAt).toISOString(),
    readings: meters.flatMap((meter, place) =>
      Array.from({ length: count }, (_, step) => {
        const reading = first + step
        return { meter, at: firstReadingAt + reading * betweenReadingsMilliseconds, litres: reading * (place + 1) * 3 + place }
      }),
    ),
  })
