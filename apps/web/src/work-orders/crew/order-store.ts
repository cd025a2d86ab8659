import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { OrderFileKind } from '@nightflow/schemas/work-orders/order-file'
import type { BoardOrder, sendOperation } from '@nightflow/schemas/work-orders/work-order-calls'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Orders on a phone, and operations on them until the service has them. Each row belongs to one person of one tenant. */

export type KeptOrders = { person: string; orders: BoardOrder[]; fetchedAt: string }

/** A photo or a signature until the service has it. Its hash identifies it, so that it is kept and sent once. */
export type KeptFile = {
  /** Person, order and hash. */
  key: string
  person: string
  workOrderNo: number
  orderTitle: string
  fileKind: OrderFileKind
  sha256: string
  takenAt: string
  bytes: ArrayBuffer
  mediaType: string
  state: 'kept' | 'refused'
  refusal: string | null
}

/** `kept` waits to be sent; `conflict` and `refused` wait until the person has seen them. */
export type KeptState = 'kept' | 'conflict' | 'refused'
export type KeptOperation = {
  operationId: string
  person: string
  orderTitle: string
  request: RequestOf<typeof sendOperation>
  state: KeptState
  /** The words of the refusal. */
  refusal: string | null
  /** The state that the order had, of a conflict. */
  found: string | null
}

type Shape = DBSchema & {
  orders: { key: string; value: KeptOrders }
  files: { key: string; value: KeptFile; indexes: { person: string } }
  operations: { key: string; value: KeptOperation; indexes: { person: string } }
}

const storeName = 'nightflow-orders'
const operationsMax = 2000
/** Pictures of one phone until they are sent. */
export const filesMax = { count: 60, bytes: 40 * 1024 * 1024 } as const

let opened: Promise<IDBPDatabase<Shape>> | undefined

const open = (): Promise<IDBPDatabase<Shape>> => {
  opened ??= openDB<Shape>(storeName, 2, {
    upgrade: (database, from) => {
      if (from < 1) {
        database.createObjectStore('orders', { keyPath: 'person' })
        database.createObjectStore('operations', { keyPath: 'operationId' }).createIndex('person', 'person')
      }
      database.createObjectStore('files', { keyPath: 'key' }).createIndex('person', 'person')
    },
    // A newer page wants to change the database: this one lets go.
    blocking: () => void closeStore(),
    terminated: () => {
      opened = undefined
    },
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

const closeStore = async (): Promise<void> => {
  const database = await opened
  opened = undefined
  database?.close()
}

export const keepOrders = async (kept: KeptOrders): Promise<void> => {
  await (await open()).put('orders', kept)
}

export const findKeptOrders = async (person: string): Promise<KeptOrders | undefined> => (await open()).get('orders', person)

/** In the order in which they were done: their identifiers begin with the time. */
export const listOperations = async (person: string): Promise<KeptOperation[]> =>
  (await (await open()).getAllFromIndex('operations', 'person', person)).toSorted((one, other) =>
    one.operationId.localeCompare(other.operationId),
  )

/** False at the limit: the person has to send first. */
export const keepOperation = async (operation: KeptOperation): Promise<boolean> => {
  const database = await open()
  if ((await database.count('operations')) >= operationsMax) return false
  await database.put('operations', operation)
  return true
}

/** Changes an operation that is kept; one that was removed meanwhile stays removed. */
export const changeOperation = async (operationId: string, change: Partial<KeptOperation>): Promise<void> => {
  const transaction = (await open()).transaction('operations', 'readwrite')
  const known = await transaction.store.get(operationId)
  if (known) await transaction.store.put({ ...known, ...change })
  await transaction.done
}

export const removeOperation = async (operationId: string): Promise<void> => (await open()).delete('operations', operationId)

/** In the order in which they were taken. */
export const listFiles = async (person: string): Promise<KeptFile[]> =>
  (await (await open()).getAllFromIndex('files', 'person', person)).toSorted((one, other) => one.takenAt.localeCompare(other.takenAt))

/** False at the limits of all persons together: the pictures have to be sent first. The same picture again changes nothing. */
export const keepFile = async (file: KeptFile): Promise<boolean> => {
  const transaction = (await open()).transaction('files', 'readwrite')
  const kept = await transaction.store.getAll()
  const bytes = kept.reduce((sum, one) => sum + one.bytes.byteLength, file.bytes.byteLength)
  const isKnown = kept.some(({ key }) => key === file.key)
  const fits = isKnown || (kept.length < filesMax.count && bytes <= filesMax.bytes)
  if (fits && !isKnown) await transaction.store.put(file)
  await transaction.done
  return fits
}

export const refuseFile = async (key: string, refusal: string): Promise<void> => {
  const transaction = (await open()).transaction('files', 'readwrite')
  const known = await transaction.store.get(key)
  if (known) await transaction.store.put({ ...known, state: 'refused', refusal })
  await transaction.done
}

export const removeFile = async (key: string): Promise<void> => (await open()).delete('files', key)

/** Removes the orders of all others, because they name places; operations stay until their person has sent them. */
export const forgetOrders = async (staying: string | undefined): Promise<void> => {
  const stores = (await globalThis.indexedDB?.databases?.()) ?? []
  if (!stores.some(({ name }) => name === storeName)) return
  const database = await open()
  for (const person of await database.getAllKeys('orders')) if (person !== staying) await database.delete('orders', person)
}
