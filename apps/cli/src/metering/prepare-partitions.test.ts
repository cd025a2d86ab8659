import { describe, expect, test } from 'vitest'
import { partitionIdOf } from './identifiers.ts'
import { type ExistingPartition, partitionFor } from './prepare-partitions.ts'

const existing = (id: string, name: string, meters: string[] = [`${id}-inlet`]): ExistingPartition => ({
  id,
  name,
  timeZone: 'UTC',
  summaryMeters: meters.map((number) => ({ number, direction: 'in' as const, from: null, to: null })),
})
const inlet = (name: string) => ({ id: partitionIdOf(name), name, isNamed: false })

describe('the partition of an imported column', () => {
  test('is the one of its identifier and name, or a new one', () => {
    expect(partitionFor(inlet('DMA 1'), [existing('dma-1', 'DMA 1')])?.id).toBe('dma-1')
    expect(partitionFor(inlet('DMA 1'), [existing('dma-2', 'DMA 2')])).toBeUndefined()
  })

  test('is the one that an earlier import made of this name under another identifier, so that no water is imported twice', () => {
    const rows = [existing('zone-sud', 'Zone Süd'), existing('partition-1', '分区一')]
    expect(partitionFor(inlet('Zone Süd'), rows)?.id).toBe('zone-sud')
    expect(partitionFor(inlet('分区一'), rows)?.id).toBe('partition-1')
    expect(partitionFor(inlet('分区二'), rows)).toBeUndefined()
    expect(partitionFor(inlet('Harbour'), [existing('h1', 'Harbour', ['another meter'])])).toBeUndefined()
  })

  test('is refused where the identifier belongs to another name, unless the command line says that they are the same', () => {
    const rows = [existing('zone-sud', 'Zone Süd')]
    expect(() => partitionFor(inlet('Zone-Sud'), rows)).toThrow(
      'partition zone-sud exists with the name "Zone Süd", and the column is "Zone-Sud"',
    )
    expect(partitionFor({ id: 'zone-sud', name: 'zone-sud', isNamed: true }, rows)?.id).toBe('zone-sud')
  })
})
