import { setTimeout as sleep } from 'node:timers/promises'
import { callNightflow, ServiceRefusal } from './call-nightflow.ts'
import type { City } from './city.ts'
import type { Meter } from './city-model.ts'
import type { HeldRegister, Valves } from './frames.ts'
import { shownLitres } from './meter-readings.ts'
import { type GatewayKeys, keyOf } from './send-frame.ts'

/** A valve order as a gateway fetches it. */
type ValveOrder = { operationId: string; meter: string; position: 'open' | 'closed' }

const askEveryMilliseconds = 4_000
/** Where no orders are given out (an older service), asking goes on, but rarely. */
const askRarelyMilliseconds = 60_000
const ordersRememberedMax = 10_000

/** Two valves of the city never obey: one says so, the other says nothing at all. */
export function stubbornValves(city: City): { failing: Meter | undefined; silent: Meter | undefined } {
  const [failing, silent] = city.meters.filter((meter) => meter.hasValve && meter.registered)
  return { failing, silent }
}

type Parts = {
  city: City
  baseUrl: string
  gatewayKeys: GatewayKeys
  signal: AbortSignal
  onProblem?: ((problem: unknown) => void) | undefined
}

/**
 * The valves while the city runs live: every gateway polls for orders, its meters obey after a few seconds, and the register of a closed valve
 * does not change. Valves are operated by users and are not part of the city's true figures: the inlets do not change.
 */
export function valvesOf({ city, baseUrl, gatewayKeys, signal, onProblem }: Parts) {
  const byNumber = new Map(city.meters.map((meter) => [meter.number, meter]))
  const positions = new Map<number, 'open' | 'closed'>()
  /** Litres that a closed meter shows. */
  const held = new Map<number, number>()
  /** Litres that a meter lags behind what it would show, had it never been closed. */
  const lag = new Map<number, number>()
  const taken = new Set<string>()
  const { failing, silent } = stubbornValves(city)

  const heldRegister: HeldRegister = (meter, litres) => held.get(meter.index) ?? litres - (lag.get(meter.index) ?? 0)
  const shown: { valves: Valves; heldRegister: HeldRegister } = { valves: (meter) => positions.get(meter.index), heldRegister }

  const move = (meter: Meter, position: 'open' | 'closed', at: number) => {
    const litres = shownLitres(city, meter, at)
    if (position === 'closed') held.set(meter.index, heldRegister(meter, litres))
    else if (held.has(meter.index)) {
      lag.set(meter.index, litres - (held.get(meter.index) ?? litres))
      held.delete(meter.index)
    }
    positions.set(meter.index, position)
  }

  const obey = async (order: ValveOrder, bearer: string) => {
    const meter = byNumber.get(order.meter)
    if (meter && meter === silent) return
    await sleep(2_000 + ((Number.parseInt(order.operationId.slice(0, 4), 16) || 0) % 4_000), undefined, { signal })
    const reason = meter?.hasValve ? (meter === failing ? 'motor-blocked' : undefined) : 'no-such-valve'
    const answer = reason ? { meter: order.meter, result: 'failed', reason } : { meter: order.meter, result: 'confirmed' }
    await callNightflow({ url: `${baseUrl}/ingest/v1/commands/${order.operationId}`, bearer, body: JSON.stringify(answer), signal })
    if (!meter || reason) return
    const at = Date.now()
    move(meter, order.position, at)
    const reading = { meter: meter.number, at, litres: heldRegister(meter, shownLitres(city, meter, at)), valve: order.position }
    const frame = { frameId: `valve-${order.operationId}`, sentAt: new Date(at).toISOString(), readings: [reading] }
    await callNightflow({ url: `${baseUrl}/ingest/v1/frames`, bearer, body: JSON.stringify(frame), signal })
  }

  const serve = async (gateway: string) => {
    const bearer = keyOf(gatewayKeys, gateway)
    const underway = new Set<Promise<void>>()
    let lastProblem = ''
    while (!signal.aborted) {
      let pause = askEveryMilliseconds
      try {
        for (const order of ordersOf(await callNightflow({ method: 'GET', url: `${baseUrl}/ingest/v1/commands`, bearer, signal }))) {
          if (taken.has(order.operationId)) continue
          if (taken.size >= ordersRememberedMax) taken.delete(taken.values().next().value ?? '')
          taken.add(order.operationId)
          const obeyed = obey(order, bearer).catch((problem: unknown) => {
            if (!signal.aborted) onProblem?.(problem)
          })
          underway.add(obeyed)
          obeyed.finally(() => underway.delete(obeyed))
        }
      } catch (problem) {
        if (problem instanceof ServiceRefusal) pause = askRarelyMilliseconds
        const isNews = String(problem) !== lastProblem
        lastProblem = String(problem)
        if (isNews && !signal.aborted) onProblem?.(problem)
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
    await Promise.all(underway)
  }
  const run = async (): Promise<void> => {
    await Promise.all(city.gateways.map((gateway) => serve(gateway.name)))
  }
  return { shown, run }
}

/** The orders in an answer; what is not an order is left out, since a gateway cannot do anything about it. */
function ordersOf(answer: unknown): ValveOrder[] {
  const { commands } = (answer ?? {}) as { commands?: unknown }
  if (!Array.isArray(commands)) return []
  return commands.flatMap((command: unknown): ValveOrder[] => {
    const { operationId, meter, number, position } = (command ?? {}) as Record<string, unknown>
    const named = meter ?? number
    if (typeof operationId !== 'string' || typeof named !== 'string' || (position !== 'open' && position !== 'closed')) return []
    return [{ operationId, meter: named, position }]
  })
}
