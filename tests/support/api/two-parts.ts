import { randomUUID } from 'node:crypto'
import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { blankImage, CardTechnology } from '@nightflow/schemas/cards/card-image'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { billOf, decideAt, line } from '../billing/money-story.ts'
import { type BackOffice, backOfficeOf } from './back-office.ts'
import { type Clerk, clerkAt, setUpBy } from './office-clerk.ts'
import type { RunningApi } from './running-api.ts'

export type Part = 'east' | 'west'
/** In every number, name and text of what the part has. */
export const markOf = (part: Part): string => `${part}mark`

export type TwoParts = {
  office: BackOffice
  admin: Clerk
  dept: Record<Part, number>
  region: Record<Part, number>
  /** A person with every permission of a tenant, and this scope. */
  reader: (name: string, role: object, deptId?: number) => Promise<Clerk & { token: string }>
}

/**
 * The utility `north` with the departments East and West, which own an account, a meter and a partition each, with everything that money and
 * readings leave behind.
 */
export const setUpTwoParts = async (running: RunningApi): Promise<TwoParts> => {
  const office = backOfficeOf(running)
  const admin = clerkAt(office, await office.logIn('admin'))
  const { newDepartment, newRole, newUser } = setUpBy(() => admin, office, running.pool)
  const city = await newDepartment('City office')
  const dept = { east: await newDepartment('East', city), west: await newDepartment('West', city) }
  const regionOf = async (regionName: string) => (await admin.done<{ regionId: number }>('POST', 'system/region', { regionName })).regionId
  const region = { east: await regionOf('Eastern'), west: await regionOf('Western') }
  for (const part of ['east', 'west'] as const) await fill(running, admin, part, { deptId: dept[part], regionId: region[part] })
  const menus = (await running.pool.query<{ id: string }>(`select menu_id as id from platform.menus where audience <> 'platform'`)).rows
  const menuIds = menus.map(({ id }) => Number(id))
  const reader: TwoParts['reader'] = async (name, role, deptId) => {
    const roleId = await newRole(name, [], { menuIds, ...role })
    await newUser(name, { roleIds: [roleId], ...(deptId !== undefined && { deptId }) })
    await running.pool.query(
      `update platform.users set must_change_password = false,
         password_hash = (select password_hash from platform.users where username = 'admin') where username = $1`,
      [name],
    )
    const token = await office.logIn(name)
    return { ...clerkAt(office, token), token }
  }
  return { office, admin, dept, region, reader }
}

const fill = async (running: RunningApi, admin: Clerk, part: Part, owner: object): Promise<void> => {
  const mark = markOf(part)
  const accountNo = `${mark.toUpperCase()}-1`
  const later = async (url: string, payload: object, repeats = 3): Promise<void> => {
    const answer = await running.ask('north', { method: 'POST', url, payload })
    if (answer.statusCode < 300) return
    // As the answer asks of every client: the database may have no time beside the other files that run.
    if (answer.statusCode !== 503 || repeats === 0) throw new Error(`${url}: ${answer.body}`)
    await later(url, payload, repeats - 1)
  }
  await later('/api/v1/meters', { meters: [{ number: `${mark}-m`, name: mark, hasValve: true, address: mark }] })
  await running.report('north', `${mark}-m`, '2026-10-05T00:00:00Z', [100, 101, 103, 104, 110])
  await later('/api/v1/partitions', { partitionId: mark, name: mark, leaderName: `Zoe ${mark}`, leaderPhone: '+39 055 000 111' })
  await later(`/api/v1/partitions/${mark}/summary-meters`, { number: `${mark}-m` })
  const holder = { customerName: `Ada ${mark}`, telephone: '13877775555', address: `1 ${mark} Street` }
  await admin.done('POST', 'business/customer', { accountNo, ...holder, meterNo: `${mark}-m`, remarks: mark })
  const billId = randomUUID()
  const billed = { accountNo, billId, month: '2026-09', until: '2026-10-01', dueOn: '2026-10-10', meterNo: `${mark}-m` }
  const issued = await decideAt(running.log, '2026-10-02T09:00:00Z', billOf({ ...billed, lines: [line('volume', 1, 5_000, 8_000, 1_000)] }))
  if (isRejection(issued)) throw new Error(issued.rejected)
  await admin.done('POST', 'business/debt', {
    ...{ debtId: randomUUID(), accountNo, debtType: '1', feeName: mark, amount: 50, planSource: '1', planDeductions: 5 },
  })
  await admin.done('POST', 'business/personalSurcharge', {
    ...{ accountNo, itemName: mark, method: '1', enabledDate: '2026-01-01', amount: 1.1, vatRate: 10 },
  })
  const image = blankImage(part === 'east' ? '0A1B2C3D' : '0A1B2C3E', CardTechnology.enum.e55, 'north')
  await admin.done('POST', 'business/card/make', { operationId: randomUUID(), accountNo, image })
  // A surcharge of 1.10, an instalment of 10.00, and 10.00 for the bill.
  await admin.done('POST', 'business/payment', {
    ...{ paymentId: randomUUID(), accountNo, amount: 21.1, source: '1', payMethod: '0', reference: mark },
  })
  const raised = await executeCommand(running.log, {
    ...{ decider: alarmDecider, tenant: 'north', actor: 'policy:alarms' },
    command: { type: 'RaiseAlarm', eventType: 'battery-low', subject: `${mark}-m`, occurredAt: '2026-10-05T03:00:00Z' },
    context: { now: '2026-10-05T04:00:00Z', actor: 'policy:alarms', timeZone: 'UTC' },
  })
  if (isRejection(raised)) throw new Error(raised.rejected)
  await waitForViews(running.pool, raised.position, 60_000)
  await admin.done('PUT', 'business/customer/owner', { accountNo, ...owner })
  await admin.done('PUT', 'business/meter/owner', { number: `${mark}-m`, ...owner })
  await admin.done('PUT', 'business/partition/owner', { partitionId: [mark], ...owner })
}
