import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A whole request, head and body, as it goes out; text is ASCII. */
export type PreparedRequest = Buffer | string

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/**
 * Sends the requests over that many connections, one at a time on each, and answers seconds taken and each request's milliseconds.
 * A bare socket client: the load generator shares the cores with what it measures and must cost as little as it can.
 */
export const sendAll = async (
  port: number,
  connections: number,
  requests: readonly PreparedRequest[],
  isTaken = (answer: string): boolean => answer.startsWith('HTTP/1.1 202'),
): Promise<{ seconds: number; milliseconds: number[] }> => {
  const milliseconds: number[] = []
  const sockets = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  // Garbage of the prepared requests would otherwise be collected while the clock runs.
  collectGarbage()
  let next = 0
  const started = performance.now()
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          let sentAt = 0
          const sendNext = () => {
            const request = requests[next]
            if (!request) return resolve()
            next += 1
            sentAt = performance.now()
            socket.write(request, 'latin1')
          }
          const onAnswer = (answer: string) => {
            if (!isTaken(answer)) return reject(new Error(`the service answered ${answer.slice(0, 300)}`))
            milliseconds.push(performance.now() - sentAt)
            sendNext()
          }
          socket.on('data', answerReader(onAnswer)).on('error', reject)
          sendNext()
        }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  for (const socket of sockets) socket.destroy()
  return { seconds, milliseconds }
}

export const openConnection = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })

/** Puts the pieces of an answer together and hands it over whole. */
export const answerReader = (onAnswer: (answer: string) => void) => {
  let answer = ''
  return (chunk: Buffer) => {
    answer += chunk.toString('latin1')
    const headEnd = answer.indexOf('\r\n\r\n')
    const lengthAt = answer.indexOf('content-length: ')
    if (headEnd < 0 || answer.length < headEnd + 4 + (lengthAt < 0 ? 0 : Number.parseInt(answer.slice(lengthAt + 16), 10))) return
    const whole = answer
    answer = ''
    onAnswer(whole)
  }
}
