import { hash } from 'node:crypto'
import { isRecord, type JsonRecord } from './object-path.ts'

/** A device heard by a network: what its codec said, its raw bytes, or both. */
export type Uplink = {
  kind: 'uplink'
  /** Idempotency key, 1 to 128 characters. */
  frameId: string
  device: string
  /** Names under which the device's profile may be known, the most telling first. */
  profiles: string[]
  /** Epoch milliseconds. */
  receivedAt: number | undefined
  decoded?: JsonRecord
  payload?: { bytes: Uint8Array; port: number | undefined }
  /** Of the gateway that heard it best. */
  signalDecibelMilliwatt: number | undefined
  message: JsonRecord
}

/** How a downlink fares; `candidates` are texts that may contain the valve operation's id. */
export type DownlinkReport = {
  kind: 'downlink'
  outcome: 'sent' | 'confirmed' | 'failed'
  frameId: string
  device: string | undefined
  candidates: string[]
  reason: string
}

/** Something to be acknowledged that changes nothing here, such as a join or a device's status. */
export type Notice = { kind: 'notice'; frameId: string; event: string; detail?: string }

/** JSON, but not what this network server sends; it is kept with its reason. */
export type Unreadable = { kind: 'unreadable'; frameId: string; field: string; value: unknown }

export type NetworkMessage = Uplink | DownlinkReport | Notice | Unreadable

const frameIdLengthMax = 128

/** An idempotency key that a frame may have; what is too long, or has unfit characters, becomes its own digest. */
export const frameIdOf = (key: string): string =>
  key.length > 0 && key.length <= frameIdLengthMax && /^[\x20-\x7e]+$/.test(key) ? key : `sha256:${hash('sha256', key)}`

/** The key of a message that names none: the body as it came. */
export const frameIdOfBody = (raw: string): string => `sha256:${hash('sha256', raw)}`

export const textIn = (message: unknown, ...fields: readonly string[]): string | undefined => {
  for (const field of fields) {
    const value = isRecord(message) && Object.hasOwn(message, field) ? message[field] : undefined
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

export const recordIn = (message: unknown, field: string): JsonRecord | undefined => {
  const value = isRecord(message) && Object.hasOwn(message, field) ? message[field] : undefined
  return isRecord(value) ? value : undefined
}

/** A number that protobuf JSON leaves out when it is zero. */
export const numberIn = (message: unknown, ...fields: readonly string[]): number => {
  for (const field of fields) {
    const value = isRecord(message) && Object.hasOwn(message, field) ? message[field] : undefined
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value)
  }
  return 0
}

/** Bytes of a base64 text; undefined when it is none. */
export const base64Bytes = (text: string | undefined): Uint8Array | undefined => {
  if (text === undefined || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 ? bytes : undefined
}
