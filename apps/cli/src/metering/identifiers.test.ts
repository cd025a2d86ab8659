import { describe, expect, test } from 'vitest'
import { meterNumberOf, partitionIdOf } from './identifiers.ts'

describe('identifiers from names', () => {
  test('Latin words read as they are', () => {
    expect(partitionIdOf('DMA 1')).toBe('dma-1')
    expect(partitionIdOf('Hill_Zone')).toBe('hill-zone')
    expect(partitionIdOf(' harbour ')).toBe('harbour')
  })

  test('分区一 and 分区二 were both partition-1, Zone Süd and Zone-Sud both zone-sud', () => {
    const names = [
      '分区一',
      '分区二',
      '河滨',
      'Zone Süd',
      'Zone-Sud',
      'Zone Sûd',
      'DMA 1.1',
      'DMA 1-1',
      'DMA 11',
      'A (old)',
      'A old',
      'Área',
      'area',
    ]
    const ids = names.map(partitionIdOf)
    expect(new Set(ids).size).toBe(names.length)
    expect(partitionIdOf('Zone Süd')).toMatch(/^zone-sud-[a-z0-9]{8}$/)
    expect(partitionIdOf('分区一')).toMatch(/^partition-[a-z0-9]{8}$/)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9][a-z0-9-]{0,55}$/)
  })

  test('long names that begin alike stay apart', () => {
    const long = 'x'.repeat(90)
    expect(partitionIdOf(`${long}1`)).not.toBe(partitionIdOf(`${long}2`))
    expect(partitionIdOf(long).length).toBeLessThanOrEqual(56)
  })

  test('the two ways to write an accent are one name', () => {
    expect(partitionIdOf('Süd'.normalize('NFD'))).toBe(partitionIdOf('Süd'.normalize('NFC')))
  })

  test('a meter keeps a number that can be one', () => {
    expect(meterNumberOf('areaC_inlet.2')).toBe('areaC_inlet.2')
    expect(meterNumberOf('Kunde 12')).toMatch(/^kunde-12-[a-z0-9]{8}$/)
    expect(meterNumberOf('水表三')).not.toBe(meterNumberOf('水表四'))
  })
})
