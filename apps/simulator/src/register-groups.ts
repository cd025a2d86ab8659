import type { City } from './city.ts'

type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

const groupsMax = 50
const metersPerRequest = 200

/** A meter group for each zone that has customers: the round of one reader. A group that is known already keeps its meters. */
export async function registerGroups(city: City, send: Send): Promise<void> {
  const { rows } = (await send('GET', `meterGroup/list?pageSize=${groupsMax}`)) as { rows: { meterGroupName: string }[] }
  const known = new Set(rows.map(({ meterGroupName }) => meterGroupName))
  for (const { index, name } of city.zones.slice(0, groupsMax)) {
    const numbers = city.meters.filter(({ zone, role, registered }) => zone === index && role === 'sub' && registered)
    if (numbers.length === 0 || known.has(name)) continue
    const created = (await send('POST', 'meterGroup', { meterGroupName: name })) as { data?: { meterGroupId: number } }
    if (!created.data) continue
    for (let start = 0; start < numbers.length; start += metersPerRequest)
      await send('POST', 'meter/group', {
        number: numbers.slice(start, start + metersPerRequest).map(({ number }) => number),
        meterGroupId: created.data.meterGroupId,
        reason: 'round of one reader',
      })
  }
}
