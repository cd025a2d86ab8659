import { sendOrderFile } from '@nightflow/schemas/work-orders/order-file-calls'
import { sendOperation } from '@nightflow/schemas/work-orders/work-order-calls'
import { callQuietly, uploadQuietly } from '#api/call-quietly.ts'
import { ProblemError } from '#api/problem-error.ts'
import {
  changeOperation,
  type KeptFile,
  type KeptOperation,
  listFiles,
  listOperations,
  refuseFile,
  removeFile,
  removeOperation,
} from '#work-orders/crew/order-store.ts'

/** `unreachable`: no network, or a service that is busy; it is tried again. */
export type SendOutcome = 'done' | 'unreachable' | 'session-over'

let sending: Promise<SendOutcome> | undefined

/** Sends what is kept, in the order in which it was done, one at a time; tabs take turns. */
export const sendOperations = (person: string, isStillSignedIn: () => boolean): Promise<SendOutcome> => {
  sending ??= inTurn(() => sendEverything(person, isStillSignedIn)).finally(() => {
    sending = undefined
  })
  return sending
}

const inTurn = async (work: () => Promise<SendOutcome>): Promise<SendOutcome> =>
  'locks' in navigator ? await navigator.locks.request('nightflow-orders', work) : await work()

/** Operations first: they decide. Pictures depend on no state, and one that is refused does not hold up the others. */
const sendEverything = async (person: string, isStillSignedIn: () => boolean): Promise<SendOutcome> => {
  const sent = await sendAll(person, isStillSignedIn)
  if (sent !== 'done') return sent
  for (;;) {
    const next = (await listFiles(person)).find(({ state }) => state === 'kept')
    if (!next) return 'done'
    const outcome = isStillSignedIn() ? await tryFile(next) : 'session-over'
    if (outcome !== 'done') return outcome
  }
}

const tryFile = async ({ key, workOrderNo, fileKind, sha256, takenAt, bytes, mediaType }: KeptFile): Promise<SendOutcome> => {
  const file = new File([bytes], fileKind, { type: mediaType })
  try {
    await uploadQuietly(sendOrderFile, { workOrderNo, fileKind, sha256, takenAt }, file)
    await removeFile(key)
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome) return outcome
    await refuseFile(key, (error as ProblemError).message)
  }
  return 'done'
}

/** Undefined where the service refused what was sent: trying again would not help. */
const outcomeOf = (error: unknown): SendOutcome | undefined => {
  if (!(error instanceof ProblemError)) throw error
  if (error.status === 401 || error.code === 'session-ended') return 'session-over'
  const isOutage = error.how.failure !== undefined || error.status === 0 || error.status === 429 || error.status >= 500
  return isOutage ? 'unreachable' : undefined
}

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
    const outcome = outcomeOf(error)
    if (outcome) return outcome
    await changeOperation(operationId, { state: 'refused', refusal: (error as ProblemError).message })
  }
  return 'done'
}
