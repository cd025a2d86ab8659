import { SystemOperation } from '@nightflow/schemas/cards/card'
import { CardKind, CardTechnology } from '@nightflow/schemas/cards/card-image'
import { test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { systemCardDecider } from './system-card-decider.ts'

const card = {
  cardNo: '0A1B2C3D',
  operationId: '6b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01',
  technology: CardTechnology.enum.e55,
  systemNo: 'north',
  operation: SystemOperation.enum.configure,
  kind: CardKind.enum.blank,
}
const given = specificationOf(systemCardDecider)
const recorded = { type: 'cards.SystemCardWritten' as const, data: { ...card, at: '2026-03-02T08:00:00.000Z' } }

test('a system card is recorded once for each operation', () => {
  given([])
    .when({ type: 'RecordSystemCard', ...card })
    .then([recorded])
  given([recorded])
    .when({ type: 'RecordSystemCard', ...card })
    .then([])
})
