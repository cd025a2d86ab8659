import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceRefusal } from './call-nightflow.ts'
import type { City } from './city.ts'
import { framesBetween, type OutgoingFrame } from './frames.ts'
import { type GatewayKeys, sendFrame } from './send-frame.ts'
import { valvesOf } from './valves.ts'

export type LiveProgress = { fedUntil: number; framesDone: number; readingsDone: number; position: number }

export type Live = {
  baseUrl: string
  gatewayKeys: GatewayKeys
  city: City
  /** Where the history ended, epoch milliseconds; now when absent. */
  from?: number
  historyFrom?: number
  /** How often what became due is sent (12 when absent). */
  everySeconds?: number
  onProgress?: (progress: LiveProgress) => void
  /** Called for each failure; the city continues and sends the same again. */
  onProblem?: (problem: unknown) => void
  signal: AbortSignal
}

/** A service that is away for long finds at most this many late frames waiting; the oldest go first, the rest is made again from the clock. */
const waitingMax = 10_000

/** Goes on in real time until the signal ends it: sends what becomes due and carries out valve orders. Resolves when stopped. */
export async function reportLive(live: Live): Promise<void> {
  const { baseUrl, gatewayKeys, city, signal, everySeconds = 12 } = live
  const valves = valvesOf({ city, baseUrl, gatewayKeys, signal, onProblem: live.onProblem })
  const orders = valves.run()
  const progress: LiveProgress = { fedUntil: live.from ?? Date.now(), framesDone: 0, readingsDone: 0, position: 0 }
  const historyFrom = live.historyFrom ?? 0
  let waiting: OutgoingFrame[] = []
  const send = async (now: number) => {
    for (const frame of waiting.filter(({ sentAt }) => sentAt <= now)) {
      try {
        const { position } = await sendFrame(baseUrl, gatewayKeys, frame, signal)
        progress.framesDone++
        progress.readingsDone += frame.readings
        progress.position = Math.max(progress.position, position)
      } catch (refusal) {
        // A refused frame (a revoked key) will not be taken later either, and must not hold up the other gateways.
        if (!(refusal instanceof ServiceRefusal)) throw refusal
        live.onProblem?.(refusal)
      }
      waiting = waiting.filter((other) => other !== frame)
    }
  }
  while (!signal.aborted) {
    const now = Date.now()
    try {
      if (now > progress.fedUntil && waiting.length < waitingMax) {
        const due = framesBetween({
          city,
          from: progress.fedUntil,
          to: now,
          historyFrom,
          lateUntil: Number.POSITIVE_INFINITY,
          ...valves.shown,
        })
        waiting.push(...due)
        progress.fedUntil = now
      }
      await send(now + 1_000)
      live.onProgress?.({ ...progress, fedUntil: Math.min(progress.fedUntil, ...waiting.map(({ dueFrom }) => dueFrom)) })
    } catch (problem) {
      if (!signal.aborted) live.onProblem?.(problem)
    }
    await sleep(everySeconds * 1000, undefined, { signal }).catch(() => undefined)
  }
  await orders
}
