import { describe, expect, test } from 'vitest'
import { tableOfLines } from '../shared/table/open-table.ts'
import { parseNetworkTable } from './network-table.ts'

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
const parse = async (...lines: string[]) => parseNetworkTable(await tableOfLines('n.csv', () => linesOf(lines)))
const heading = 'partition;name;parent;meter;role;caliber;address'

describe('a network in one file', () => {
  test('gives points with parents first, meters once, inlets before customers', async () => {
    const network = await parse(
      heading,
      'hill;Hill zone;town;;;;',
      'hill;;;k1;customer;15;Main street 1',
      'hill;;;m2;inlet;80;',
      'town;Town;;;;;',
      'town;;;m1;in;DN 150;',
      'town;;;m2;sub;;',
    )
    expect(network.points).toMatchObject([
      { id: 'town', name: 'Town', parentId: undefined },
      { id: 'hill', name: 'Hill zone', parentId: 'town' },
    ])
    expect(network.meters).toEqual([
      { number: 'k1', caliberMillimetres: 15, address: 'Main street 1' },
      { number: 'm2', caliberMillimetres: 80 },
      { number: 'm1', caliberMillimetres: 150 },
    ])
    expect(network.associations.map(({ partitionId, number, role }) => `${partitionId} ${number} ${role}`)).toEqual([
      'hill m2 inlet',
      'town m1 inlet',
      'hill k1 customer',
      'town m2 customer',
    ])
  })

  test('names in any script become identifiers of their own', async () => {
    const { points } = await parse('分区,上级,水表编号,角色', '分区一,,m1,总表', '分区二,分区一,m2,分表')
    expect(points.map(({ name }) => name)).toEqual(['分区一', '分区二'])
    expect(points[1]?.parentId).toBe(points[0]?.id)
    expect(points[0]?.id).not.toBe(points[1]?.id)
  })

  test('contradictions are refused with their row', async () => {
    await expect(parse(heading, 'a;;b;;;;', 'a;;c;;;;')).rejects.toThrow('n.csv, line 3, column 3 (parent): a is below b')
    await expect(parse(heading, 'a;;;m;inlet;15;', 'a;;;m;inlet;20;')).rejects.toThrow('line 3, column 6 (caliber): meter m is DN 15')
    await expect(parse(heading, 'a;;;m;inlet;;', 'a;;;m;customer;;')).rejects.toThrow(
      'line 3: meter m is inlet and customer of a; it can be one of them on a day',
    )
    await expect(parse(heading, 'a;;;m;guest;;')).rejects.toThrow('line 2, column 5 (role): "guest" is no role')
    await expect(parse(heading, 'a;;b;;;;', 'b;;a;;;;')).rejects.toThrow('or above itself')
    await expect(parse('meter;role', 'm;inlet')).rejects.toThrow('there is no column "partition"')
    await expect(parse(heading, ';;;m;inlet;;')).rejects.toThrow('a row needs its partition')
  })

  test('a meter that moves has a period in each partition, and may come back', async () => {
    const dated = 'partition;meter;role;from;to'
    const network = await parse(
      dated,
      'hill;hill-in;inlet;;',
      'dale;dale-in;inlet;;',
      'hill;k1;customer;;2026-03-15',
      'dale;k1;customer;2026-03-15;2026-04-01 00:00:00',
      'hill;k1;customer;2026-04-01;',
    )
    expect(network.associations.slice(2)).toEqual([
      { partitionId: 'hill', number: 'k1', role: 'customer', to: '2026-03-15' },
      { partitionId: 'dale', number: 'k1', role: 'customer', from: '2026-03-15', to: '2026-04-01' },
      { partitionId: 'hill', number: 'k1', role: 'customer', from: '2026-04-01' },
    ])
    await expect(parse(dated, 'a;m;inlet;15/3/26;')).rejects.toThrow('line 2, column 4 (from): "15/3/26" is no day; write it as 2026-03-15')
    await expect(parse(dated, 'a;m;inlet;2026-03-15;2026-03-15')).rejects.toThrow('the end 2026-03-15 is not after the start 2026-03-15')
    await expect(parse(dated, 'a;m;inlet;;2026-03-15', 'a;m;inlet;2026-03-10;')).rejects.toThrow(
      'meter m is inlet of a twice on the same days',
    )
  })
})
