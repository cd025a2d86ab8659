import { connect, type Socket } from 'node:net'

/** A request with its body, made before the clock starts. */
export type PreparedRequest = { head: string; body: Buffer }

/**
 * Sends the requests over that many connections, one at a time on each, and answers seconds taken and each request's milliseconds.
 * A bare socket client: the load generator shares the cores with what it measures and must cost as little as it can.
 */
export const sendAll = async (
  port: number,
  connections: number,
  requests: readonly PreparedRequest[],
): Promise<{ seconds: number; milliseconds: number[] }> => {
  const milliseconds: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
      while (next < requests.length) {
        const request = requests[next++]!
        const sent = performance.now()
        await exchange(socket, request)
        milliseconds.push(performance.now() - sent)
      }
      socket.destroy()
    }),
  )
  return { seconds: (performance.now() - started) / 1000, milliseconds }
}

/** Sends one request and waits for its whole answer; anything but 202 is a failure of the benchmark. */
const exchange = (socket: Socket, { head, body }: PreparedRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const onData = (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      const headEnd = answer.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
      if (answer.length < headEnd + 4 + length) return
      socket.off('data', onData)
      if (answer.startsWith('HTTP/1.1 202')) resolve()
      else reject(new Error(`the service answered ${answer.slice(0, 300)}`))
    }
    socket.on('data', onData)
    socket.write(head)
    socket.write(body)
  })
