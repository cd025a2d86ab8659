import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isPageFault, sandboxPage } from './sandbox-page.ts'

/** Faults of the platform, on demand. `lost` takes a request and ends the connection without an answer. */
type SandboxFault =
  | 'down'
  | 'lost'
  | 'silent'
  | 'twice'
  | 'forged'
  | 'late'
  | 'less'
  | 'more'
  | 'other-currency'
  | 'refund-fails'
  | 'refund-later'

type SandboxOrder = {
  id: string
  reference: string
  amount: number
  currency: string
  callback: string
  returnTo: string
  status: 'pending' | 'paid' | 'failed'
  paid: { amount: number; currency: string; day: string } | null
}
type SandboxRefund = {
  id: string
  reference: string
  amount: number
  currency: string
  status: 'accepted' | 'refunded' | 'refundFailed'
}
/** The fields of a request; those that are missing are undefined in fact, and harm only the sandbox. */
type Sent = { id: string; reference: string; amount: number; currency: string; callback: string; return: string }
type Asked = { method: string; path: string; body: string; headers: IncomingMessage['headers'] }

const ordersMax = 10_000
const bodyBytesMax = 64 * 1024

/**
 * A payment platform for tests and the demo: it takes orders, shows a page on which they are paid, calls back with a signature, refunds and reports.
 * It speaks `sandboxProtocol` of the schemas. Orders are kept in memory.
 */
export class SandboxPlatform {
  readonly orders = new Map<string, SandboxOrder>()
  readonly refunds = new Map<string, SandboxRefund>()
  readonly faults = new Set<SandboxFault>()
  /** The status that each callback was answered with; 0 where none came. */
  readonly answers: number[] = []
  readonly #key: string
  readonly #now: () => number
  readonly #server: Server = createServer((request, response) => void this.#serve(request, response))
  #events = 0

  constructor({ key, now = Date.now }: { key: string; now?: () => number }) {
    this.#key = key
    this.#now = now
  }

  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** The customer pays, and the platform calls back. */
  async pay(reference: string): Promise<void> {
    const order = this.#order(reference)
    const factor = this.faults.has('less') ? 0.5 : this.faults.has('more') ? 1.5 : 1
    const currency = this.faults.has('other-currency') ? 'XTS' : order.currency
    order.status = 'paid'
    order.paid = { amount: Math.round(order.amount * factor), currency, day: new Date(this.#now()).toISOString().slice(0, 10) }
    await this.callBack(reference)
  }
  async fail(reference: string): Promise<void> {
    this.#order(reference).status = 'failed'
    await this.callBack(reference)
  }

  /** A callback about an order, as often and as wrong as the faults say. */
  async callBack(reference: string): Promise<void> {
    if (this.faults.has('silent')) return
    const { url, headers, body } = this.callbackOf(reference)
    for (let time = 0; time < (this.faults.has('twice') ? 2 : 1); time += 1) {
      const status = await fetch(url, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 0,
      )
      this.answers.push(status)
    }
  }
  callbackOf(reference: string): { url: string; headers: Record<string, string>; body: string } {
    const { callback: url, id, status, paid, amount, currency } = this.#order(reference)
    this.#events += 1
    const order = { id, reference, status, amount: paid?.amount ?? amount, currency: paid?.currency ?? currency }
    const body = JSON.stringify({ eventId: `event-${id}-${this.#events}`, order })
    const timestamp = String(Math.floor(this.#now() / 1000) - (this.faults.has('late') ? 900 : 0))
    const signature = this.#sign(this.faults.has('forged') ? 'another key' : this.#key, `${timestamp}.${body}`)
    return { url, headers: { 'content-type': 'application/json', 'sandbox-timestamp': timestamp, 'sandbox-signature': signature }, body }
  }

  #sign(key: string, text: string): string {
    return createHmac('sha256', key).update(text).digest('hex')
  }
  #order(reference: string): SandboxOrder {
    const order = this.orders.get(reference)
    if (!order) throw new Error(`the sandbox has no order ${reference}`)
    return order
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of request) {
      bytes += (part as Buffer).length
      if (bytes > bodyBytesMax) return void request.destroy()
      parts.push(part as Buffer)
    }
    const asked = { method: request.method!, path: request.url!, body: Buffer.concat(parts).toString('utf8'), headers: request.headers }
    if (this.faults.has('down')) return answer(response, 503, {})
    const [status, body] = await this.#answer(asked)
    if (this.faults.has('lost')) return void request.socket.destroy()
    if (typeof body === 'string') response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)
    else answer(response, status, body)
  }

  async #answer(asked: Asked): Promise<[number, object | string]> {
    const [place = '', name = ''] = asked.path.slice(1).split('/').map(decodeURIComponent)
    if (place === 'pay') return this.#page(asked, name)
    if (!this.#isSigned(asked)) return [401, { error: 'signature' }]
    if (place === 'orders' && asked.method === 'POST') return this.#take(JSON.parse(asked.body), asked)
    if (place === 'orders') return this.#found(this.orders.get(name))
    if (place === 'refunds' && asked.method === 'POST') return this.#refund(JSON.parse(asked.body))
    if (place === 'refunds') return this.#found(this.refunds.get(name))
    if (place === 'reports') return [200, { lines: [...this.orders.values()].filter(({ paid }) => paid?.day === name).map(lineOf) }]
    return [404, { error: 'unknown' }]
  }

  #isSigned({ headers, body }: Asked): boolean {
    const given = Buffer.from(String(headers['sandbox-signature'] ?? ''))
    const expected = Buffer.from(this.#sign(this.#key, `${String(headers['sandbox-timestamp'] ?? '')}.${body}`))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #found(thing: SandboxOrder | SandboxRefund | undefined): [number, object] {
    if (!thing) return [404, { error: 'unknown' }]
    return [200, 'paid' in thing ? lineOf(thing) : thing]
  }

  #take({ reference, amount, currency, callback, return: returnTo }: Sent, { headers }: Asked): [number, object] {
    const known = this.orders.get(reference)
    if (this.orders.size >= ordersMax) return [429, { error: 'full' }]
    const id = known?.id ?? `S-${this.orders.size + 1}-${String(reference).slice(-8)}`
    if (!known) this.orders.set(reference, { id, reference, amount, currency, callback, returnTo, status: 'pending', paid: null })
    return [200, { id, status: 'accepted', payAddress: `http://${headers.host}/pay/${encodeURIComponent(reference)}` }]
  }

  #refund({ id, reference, amount, currency }: Sent): [number, object] {
    const status = this.faults.has('refund-fails') ? 'refundFailed' : this.faults.has('refund-later') ? 'accepted' : 'refunded'
    const known = this.refunds.get(id)
    const refund =
      known && !(known.status === 'accepted' && status === 'refunded')
        ? known
        : { id, reference, amount, currency, status: status as SandboxRefund['status'] }
    this.refunds.set(id, refund)
    return [200, refund]
  }

  /** The page on which a customer pays. */
  async #page({ method, body }: Asked, reference: string): Promise<[number, string]> {
    const order = this.orders.get(reference)
    if (!order) return [404, 'unknown order']
    if (method === 'POST' && order.status === 'pending') await this.#decide(reference, new URLSearchParams(body))
    return [200, sandboxPage(order)]
  }

  /** A chosen fault is of this payment alone. */
  async #decide(reference: string, form: URLSearchParams): Promise<void> {
    const fault = form.get('fault') ?? ''
    const isChosen = isPageFault(fault) && !this.faults.has(fault)
    if (isChosen) this.faults.add(fault)
    await (form.get('outcome') === 'paid' ? this.pay(reference) : this.fail(reference)).finally(() => {
      if (isChosen) this.faults.delete(fault)
    })
  }
}

const lineOf = ({ id, reference, status, amount, currency, paid }: SandboxOrder): object => ({
  ...{ id, reference, status, amount: paid?.amount ?? amount, currency: paid?.currency ?? currency },
})

const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
