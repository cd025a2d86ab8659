import { networkOf } from '@nightflow/platform/rules/network-of'

/** A network may be that of a whole office; an order is open on a few devices. */
export const payStreamLimits = { ofNetwork: 30, ofOrder: 4, ofProcess: 1_000, lifeMilliseconds: 600_000 } as const

const pollMilliseconds = 1_000
/** Proxies close a connection on which nothing comes, and the page takes a silent one for cut. */
const beatEvery = 15

/** Where the state of one order is written to. */
export type PayStream = {
  tenant: string
  orderId: string
  address: string
  onChange: () => void
  onBeat: () => void
  onEnd: () => void
}

type Order = Pick<PayStream, 'tenant' | 'orderId'>
/** A text for each order, by `keyOf`, that is another one once the order, its receipt or its token has changed. */
type MarkersOf = (orders: readonly Order[]) => Promise<ReadonlyMap<string, string>>

export const keyOfOrder = ({ tenant, orderId }: Order): string => `${tenant} ${orderId}`

/**
 * The open connections of the public page in this process. While there are any, their orders are polled once a second with one statement, so that it does not
 * matter which process changed them. A stream ends after ten minutes; the page opens another one.
 */
export class PayStreams {
  readonly #markersOf: MarkersOf
  readonly #streams = new Map<PayStream, number>()
  readonly #markers = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #polls = 0
  #isPolling = false

  constructor(markersOf: MarkersOf) {
    this.#markersOf = markersOf
  }

  /** False where the order, the network or the process has as many as it may. */
  open(stream: PayStream): boolean {
    const all = [...this.#streams.keys()]
    const network = networkOf(stream.address)
    const ofNetwork = all.filter(({ address }) => networkOf(address) === network)
    const ofOrder = all.filter((each) => keyOfOrder(each) === keyOfOrder(stream))
    const { ofProcess, ofNetwork: networkMax, ofOrder: orderMax } = payStreamLimits
    if (all.length >= ofProcess || ofNetwork.length >= networkMax || ofOrder.length >= orderMax) return false
    this.#streams.set(stream, Date.now() + payStreamLimits.lifeMilliseconds)
    this.#timer ??= setInterval(() => void this.#poll(), pollMilliseconds).unref()
    return true
  }

  close(stream: PayStream): void {
    this.#streams.delete(stream)
    const key = keyOfOrder(stream)
    if (![...this.#streams.keys()].some((each) => keyOfOrder(each) === key)) this.#markers.delete(key)
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Ends every stream, so that the server can close. */
  stop(): void {
    for (const stream of [...this.#streams.keys()]) this.#end(stream)
  }

  #end(stream: PayStream): void {
    this.close(stream)
    stream.onEnd()
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      this.#polls += 1
      for (const [stream, until] of [...this.#streams]) if (Date.now() > until) this.#end(stream)
      if (this.#polls % beatEvery === 0) for (const stream of this.#streams.keys()) stream.onBeat()
      await this.#writeChanges()
    } catch {
      // The database is away: the page polls once its connection is silent or cut.
    } finally {
      this.#isPolling = false
    }
  }

  async #writeChanges(): Promise<void> {
    const orders = [...new Map([...this.#streams.keys()].map((stream) => [keyOfOrder(stream), stream])).values()]
    if (orders.length === 0) return
    for (const [key, marker] of await this.#markersOf(orders)) {
      if (this.#markers.get(key) === marker) continue
      this.#markers.set(key, marker)
      for (const stream of [...this.#streams.keys()]) if (keyOfOrder(stream) === key) stream.onChange()
    }
  }
}
