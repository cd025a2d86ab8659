import { sendOperation } from '@nightflow/schemas/work-orders/work-order-calls'
import { callQuietly } from '#api/call-quietly.ts'
import { ProblemError } from '#api/problem-error.ts'
import { changeOperation, type KeptOperation, listOperations, removeOperation } from '#work-orders/crew/order-store.ts'

/** `unreachable`: no network, or a service that is busy; it is tried again. */
export type SendOutcome = 'done' | 'unreachable' | 'session-over'

let sending: Promise<SendOutcome> | undefined

/** Sends what is kept, in the order in which it was done, one at a time; tabs take turns. */
export const sendOperations = (person: string, isStillSignedIn: () => boolean): Promise<SendOutcome> => {
  sending ??= inTurn(() => sendAll(person, isStillSignedIn)).finally(() => {
    sending = undefined
  })
  return sending
}

const inTurn = async (work: () => Promise<SendOutcome>): Promise<SendOutcome> =>
  'locks' in navigator ? await navigator.locks.request('nightflow-orders', work) : await work()

/** A later operation is based on the earlier one: none is sent past one that did not arrive. */
const sendAll = async (person: string, isStillSignedIn: () => boolean): Promise<SendOutcome> => {
  for (;;) {
    const next = (await listOperations(person)).find(({ state }) => state === 'kept')
    if (!next) return 'done'
    const sent = isStillSignedIn() ? await trySending(next) : 'session-over'
    if (sent !== 'done') return sent
  }
}

const trySending = async ({ operationId, request }: KeptOperation): Promise<SendOutcome> => {
  try {
    const { outcome, status } = await callQuietly(sendOperation, request)
    if (outcome === 'conflict') await changeOperation(operationId, { state: 'conflict', found: status })
    else await removeOperation(operationId)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.status === 401 || error.code === 'session-ended') return 'session-over'
    if (error.how.failure !== undefined || error.status === 0 || error.status === 429 || error.status >= 500) return 'unreachable'
    await changeOperation(operationId, { state: 'refused', refusal: error.message })
  }
  return 'done'
}
