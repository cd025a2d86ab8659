import type { CompleteImport, DeclareImport, ImportDeclared, WithdrawImport } from '@nightflow/schemas/metering/imports'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type ImportCommand = DeclareImport | CompleteImport | WithdrawImport
export type ImportEvent = EventIn<'metering.ImportDeclared' | 'metering.ImportCompleted' | 'metering.ImportWithdrawn'>

export type Import = { readonly declared: ImportDeclared; readonly state: 'started' | 'complete' | 'withdrawn' }
/** The imports of a tenant, by id. */
export type Imports = ReadonlyMap<string, Import>

/** All imports of a tenant in one stream: a declaration has to know whether the same file counts already. */
export const importDecider: Decider<ImportCommand, Imports, ImportEvent> = {
  streamOf: () => 'metering-imports',
  initialState: new Map(),
  evolve,
  decide: { DeclareImport: declareImport, CompleteImport: completeImport, WithdrawImport: withdrawImport },
}

/** The import of the same file with the same settings that was not withdrawn. */
export const findCountedImport = (imports: Imports, fingerprint: string): Import | undefined =>
  [...imports.values()].find(({ declared, state }) => declared.fingerprint === fingerprint && state !== 'withdrawn')

function evolve(imports: Imports, event: ImportEvent): Imports {
  const { importId } = event.data
  switch (event.type) {
    case 'metering.ImportDeclared':
      return new Map(imports).set(importId, { declared: event.data, state: 'started' })
    case 'metering.ImportCompleted':
      return withState(imports, importId, 'complete')
    case 'metering.ImportWithdrawn':
      return withState(imports, importId, 'withdrawn')
  }
}

const withState = (imports: Imports, importId: string, state: Import['state']): Imports => {
  const found = imports.get(importId)
  return found ? new Map(imports).set(importId, { ...found, state }) : imports
}

function declareImport({ type: _, ...asked }: DeclareImport, imports: Imports, { now, actor }: Context) {
  if (findCountedImport(imports, asked.fingerprint)) return []
  return [{ type: 'metering.ImportDeclared' as const, data: { ...asked, declaredBy: actor, declaredAt: now } }]
}

function completeImport({ importId }: CompleteImport, imports: Imports, { now }: Context) {
  const found = imports.get(importId)
  if (!found) return rejected('import-not-found', { importId })
  if (found.state === 'withdrawn') return rejected('import-withdrawn', { importId })
  if (found.state === 'complete') return []
  return [{ type: 'metering.ImportCompleted' as const, data: { importId, completedAt: now } }]
}

function withdrawImport({ importId, reason }: WithdrawImport, imports: Imports, { now, actor }: Context) {
  const found = imports.get(importId)
  if (!found) return rejected('import-not-found', { importId })
  if (found.state === 'withdrawn') return []
  return [{ type: 'metering.ImportWithdrawn' as const, data: { importId, reason, withdrawnBy: actor, withdrawnAt: now } }]
}
