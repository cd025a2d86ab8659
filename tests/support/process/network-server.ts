import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Call = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

/** Plays the network server by its documented calls. */
export class NetworkServer {
  readonly calls: Call[] = []
  answer: (call: Call, response: ServerResponse) => void = (_, response) => response.end('{}')
  readonly #server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const call = { method: request.method!, path: request.url!, headers: request.headers, body }
      this.calls.push(call)
      this.answer(call, response)
    })
  })
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
