import { OperateValve } from '@nightflow/schemas/devices/operate-valve'
import { expect, test } from 'vitest'
import { newOperationId } from '#ui/operation-id.ts'

test('an operation gets an identifier that the server takes, and each its own', () => {
  expect(OperateValve.shape.operationId.safeParse(newOperationId()).success).toBe(true)
  expect(newOperationId()).not.toBe(newOperationId())
})
