import { z } from 'zod'
import { Actor } from '../shared/actors.ts'
import { recorded, text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant } from '../shared/values.ts'

/** A UUID of version 7: it begins with the time of the declaration, so that later imports come after earlier ones. */
export const ImportId = z.uuidv7()

export const ImportKind = z.enum(['flows', 'registers', 'network'])
export type ImportKind = z.infer<typeof ImportKind>

/** SHA-256 of the file and of the settings that decide what its values mean, hexadecimal. */
const Fingerprint = z.string().regex(/^[0-9a-f]{64}$/)

const Reason = text(200).min(1)

/** Declaration of an import before it sends readings. `settings` are those that decide what the values mean, such as the unit. */
export const DeclareImport = z.object({
  type: z.literal('DeclareImport'),
  importId: ImportId,
  kind: ImportKind,
  fileName: text(200).min(1),
  fingerprint: Fingerprint,
  settings: z.array(z.object({ name: text(40).min(1), value: text(200) })).max(20),
})
export type DeclareImport = z.infer<typeof DeclareImport>

export const CompleteImport = z.object({ type: z.literal('CompleteImport'), importId: ImportId })
export type CompleteImport = z.infer<typeof CompleteImport>

/** Takes back the readings that an import brought. Meters and partitions that it created stay. */
export const WithdrawImport = z.object({ type: z.literal('WithdrawImport'), importId: ImportId, reason: Reason })
export type WithdrawImport = z.infer<typeof WithdrawImport>

export const ImportDeclared = z.object({
  ...DeclareImport.omit({ type: true }).shape,
  declaredBy: recorded(200),
  declaredAt: Instant,
})
export type ImportDeclared = z.infer<typeof ImportDeclared>

export const ImportCompleted = z.object({ importId: ImportId, completedAt: Instant })
export type ImportCompleted = z.infer<typeof ImportCompleted>

export const ImportWithdrawn = z.object({ importId: ImportId, reason: Reason, withdrawnBy: recorded(200), withdrawnAt: Instant })
export type ImportWithdrawn = z.infer<typeof ImportWithdrawn>

/** `started`: declared, its last frame is not known yet. */
export const ImportState = z.enum(['started', 'complete', 'withdrawn'])

export const ImportRow = z.object({
  importId: z.string(),
  kind: ImportKind,
  fileName: z.string(),
  settings: z.string(),
  state: ImportState,
  declaredAt: Instant,
  declaredBy: Actor,
  frames: z.int(),
  readings: z.int(),
  rejected: z.int(),
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
  withdrawnAt: Instant.nullable(),
  withdrawnBy: Actor.nullable(),
  reason: z.string().nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

/** Newest first. Machines that read the whole list go on with the last `importId` seen; people by `page`, which counts from 1. */
export const ListImports = z.object({
  limit: typedNumber().int().min(1).max(500).default(50),
  before: ImportId.optional(),
  page: typedNumber().int().min(1).max(100_000).default(1),
})
export const ImportList = z.object({ rows: z.array(ImportRow), total: z.int() })

/** `isNew` is false where an import of the same fingerprint counts already: its frames are repeats. */
export const ImportAccepted = z.object({ importId: ImportId, isNew: z.boolean(), position: z.int() })
