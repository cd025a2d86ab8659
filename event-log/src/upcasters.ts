import { hash } from 'node:crypto'
import type { JsonObject, Upcasters } from './event-log.ts'

/**
 * Lifts what was recorded before a partition's leader was a person. Nothing distinguishes two leaders of one partition there, so that they are one
 * person: erasing it hides all of them.
 */
const withLeader = (data: JsonObject): JsonObject => {
  const namesLeader = 'leaderName' in data || 'leaderPhone' in data
  const isKnown = (data.leaderName ?? data.leaderPhone ?? null) !== null
  // A creation always states its leader, a change may take the name away and leave the telephone.
  if (!namesLeader || ('rootId' in data && !isKnown)) return 'rootId' in data ? { ...data, personId: null } : data
  return { ...data, personId: formerLeaderId(String(data.partitionId)) }
}

/** The same for the same partition in every process; two tenants do not share keys, so they may share it. */
const formerLeaderId = (partitionId: string): string => {
  const digits = hash('sha256', `leakage/former-leader/${partitionId}`, 'hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

/** Only people operated valves before closing reasons were recorded. */
const withManualReason = (data: JsonObject): JsonObject => ({ ...data, closingReason: 'manual' })

/** Texts of payments were plain before they had a key: reading hides those of an erased one. */
const withOwnText = (data: JsonObject): JsonObject => ({
  ...data,
  personId: data.paymentId,
  reference: data.reference === '' ? null : data.reference,
  remark: data.remark === '' ? null : data.remark,
})

/** From each older shape of an event to the next. */
export const upcasters: Upcasters = {
  'billing.PaymentReceived': { 1: withOwnText },
  'devices.ValveOpeningRequested': { 1: withManualReason },
  'devices.ValveClosingRequested': { 1: withManualReason },
  'leakage.PartitionCreated': { 1: withLeader },
  'leakage.PartitionChanged': { 1: withLeader },
}
