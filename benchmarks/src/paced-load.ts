import { setTimeout as sleep } from 'node:timers/promises'
import { answerReader, openConnection, type PreparedRequest } from './http-load.ts'

export type Acknowledged = { position: number; milliseconds: number; at: number }

/**
 * Sends a request at each tick of `perSecond`, or as fast as answers come when it is infinite, over that many connections, until the
 * seconds are over. Late requests are sent as soon as possible; an answer that is no 202, or that sets readings aside, is an error and is counted.
 */
export const sendPaced = async (options: {
  port: number
  connections: number
  perSecond: number
  seconds: number
  next: () => PreparedRequest
  onAcknowledged: (acknowledged: Acknowledged) => void
  /** While this is so, nothing is sent. */
  isHeldBack?: () => boolean
}): Promise<{ sent: number; errors: number; firstError: string | undefined; seconds: number }> => {
  const { port, connections, perSecond, seconds, next, onAcknowledged, isHeldBack = () => false } = options
  const result = { sent: 0, errors: 0, firstError: undefined as string | undefined, seconds: 0 }
  const started = performance.now()
  const until = started + seconds * 1000
  /** The instant at which the next request is due. */
  let due = started
  const send = async (): Promise<void> => {
    const socket = await openConnection(port)
    let settle: (answer: string) => void = () => undefined
    let fail: (error: Error) => void = () => undefined
    socket
      .on(
        'data',
        answerReader((answer) => settle(answer)),
      )
      .on('error', (error) => fail(error))
    socket.on('close', () => fail(new Error('the service closed a connection')))
    for (;;) {
      const mine = due
      if (Math.max(mine, performance.now()) >= until) break
      due += 1000 / perSecond
      const wait = mine - performance.now()
      if (wait > 0.5) await sleep(wait)
      while (isHeldBack() && performance.now() < until) await sleep(5)
      const request = next()
      const sentAt = performance.now()
      const answer = await new Promise<string>((resolve, reject) => {
        settle = resolve
        fail = reject
        socket.write(request, 'latin1')
      })
      const at = performance.now()
      result.sent += 1
      // A reading that is set aside goes another way than the one that is measured.
      if (answer.startsWith('HTTP/1.1 202') && answer.includes('"rejected":[]'))
        onAcknowledged({ position: Number(/"position":(\d+)/.exec(answer)?.[1]), milliseconds: at - sentAt, at })
      else {
        result.errors += 1
        result.firstError ??= answer.slice(0, 300)
      }
    }
    socket.removeAllListeners('close').destroy()
  }
  await Promise.all(Array.from({ length: connections }, send))
  result.seconds = (performance.now() - started) / 1000
  return result
}
