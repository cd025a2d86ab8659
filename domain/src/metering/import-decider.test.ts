import type { DeclareImport } from '@nightflow/schemas/metering/imports'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { findCountedImport, type ImportEvent, importDecider } from './import-decider.ts'

const given = specificationOf(importDecider)

const first = '019ab000-0000-7000-8000-000000000001'
const second = '019ab000-0001-7000-8000-000000000002'
const declare = (importId: string, fileName = 'flows.csv'): DeclareImport => ({
  type: 'DeclareImport',
  importId,
  kind: 'flows',
  fileName,
  fingerprint: 'a'.repeat(64),
  settings: [{ name: 'unit', value: 'l/s' }],
})
const declared = (importId = first): ImportEvent => {
  const { type: _, ...data } = declare(importId)
  return { type: 'metering.ImportDeclared', data: { ...data, declaredBy: 'user:clerk', declaredAt: '2026-03-02T08:00:00.000Z' } }
}
const withdrawn: ImportEvent = {
  type: 'metering.ImportWithdrawn',
  data: { importId: first, reason: 'wrong unit', withdrawnBy: 'user:clerk', withdrawnAt: '2026-03-02T08:00:00.000Z' },
}

describe('an import', () => {
  test('is declared with its file, its settings and who declared it', () => {
    given([]).when(declare(first)).then([declared()])
  })

  test('the same file with the same settings is the same import', () => {
    given([declared()]).when(declare(second, 'copy.csv')).then([])
  })

  test('the same file counts anew once the first import was withdrawn', () => {
    given([declared(), withdrawn])
      .when(declare(second))
      .then([declared(second)])
    const imports = stateAfter(importDecider, [declared(), withdrawn, declared(second)])
    expect(findCountedImport(imports, 'a'.repeat(64))?.declared.importId).toBe(second)
  })

  test('is withdrawn once, and a repeat changes nothing', () => {
    const withdraw = { type: 'WithdrawImport', importId: first, reason: 'wrong unit' } as const
    given([declared()]).when(withdraw).then([withdrawn])
    given([declared(), withdrawn]).when(withdraw).then([])
    given([]).when(withdraw).refused('import-not-found')
  })

  test('is complete after its last frame, unless it was withdrawn', () => {
    const complete = { type: 'CompleteImport', importId: first } as const
    const completed: ImportEvent = {
      type: 'metering.ImportCompleted',
      data: { importId: first, completedAt: '2026-03-02T08:00:00.000Z' },
    }
    given([declared()]).when(complete).then([completed])
    given([declared(), completed]).when(complete).then([])
    given([declared(), withdrawn]).when(complete).refused('import-withdrawn')
    given([]).when(complete).refused('import-not-found')
  })
})
