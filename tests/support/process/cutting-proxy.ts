import { createServer, connect as openSocket, type Server, type Socket } from 'node:net'

type Pair = { near: Socket; far: Socket; isSilent: boolean }

/** A proxy between a service and its database or broker, which disturbs connections as networks do. */
export class CuttingProxy {
  readonly #target: URL
  readonly #pairs = new Set<Pair>()
  #server: Server | undefined
  #port = 0
  #isHolding = false
  #isSilent = false
  #bytesDelivered = 0

  private constructor(target: URL) {
    this.#target = target
  }

  /** `url` is the target, which need not be up yet. */
  static async listen(url: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(url))
    await proxy.open()
    return proxy
  }

  get port(): number {
    return this.#port
  }

  /** The same address by way of the proxy. */
  get url(): string {
    const url = new URL(this.#target)
    url.hostname = '127.0.0.1'
    url.port = String(this.#port)
    return url.href
  }

  get connections(): number {
    return this.#pairs.size
  }

  /** Bytes from the other side that were handed on to the service so far. */
  get bytesDelivered(): number {
    return this.#bytesDelivered
  }

  /** Takes connections again, on the same port. */
  async open(): Promise<void> {
    const server = createServer({ noDelay: true }, (near) => this.#accept(near))
    this.#server = server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#port, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen')
    this.#port = address.port
  }

  /** Takes no connections any more and ends those that are there. */
  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server?.close(() => done()))
    this.cut()
    await closed
  }

  /** Ends all connections without a farewell, on both sides. */
  cut(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
    this.#pairs.clear()
  }

  /** Not a byte passes any more, either way; connections are still accepted and stay. */
  hold(): void {
    this.#isHolding = true
    for (const { near, far } of this.#pairs) {
      near.pause()
      far.pause()
    }
  }

  /** Forwards the held bytes. */
  release(): void {
    this.#isHolding = false
    for (const { near, far } of this.#pairs) {
      near.resume()
      far.resume()
    }
  }

  /**
   * Every connection falls silent for ever, and so does each that is made before `speak`: they stay open, and what comes in is lost, as when
   * a machine is gone or a router has forgotten them.
   */
  fallSilent(): void {
    this.#isSilent = true
    for (const pair of this.#pairs) pair.isSilent = true
  }

  /** Connections that are made from now on get through; those that fell silent never speak again. */
  speak(): void {
    this.#isSilent = false
  }

  #accept(near: Socket): void {
    const far = openSocket({ port: Number(this.#target.port), host: this.#target.hostname, noDelay: true })
    const pair = { near, far, isSilent: this.#isSilent }
    this.#pairs.add(pair)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined)
      one.on('data', (bytes) => {
        if (pair.isSilent) return
        if (one === far) this.#bytesDelivered += bytes.length
        // A receiver that does not read holds back the sender, as without a proxy.
        if (!other.write(bytes)) one.pause()
      })
      other.on('drain', () => {
        if (!this.#isHolding) one.resume()
      })
      one.on('close', () => {
        // Of a silent connection the service learns nothing, not even that the other side has given it up.
        if (pair.isSilent && one === far) return
        this.#pairs.delete(pair)
        other.destroy()
      })
    }
    if (this.#isHolding) this.hold()
  }
}
