import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { jpegOf } from '../support/api/pictures.ts'
import { journeyBrowser, settled } from './journey-browser.ts'
import { lane } from './lane.ts'
import { ask, command, credentialsOf, signIn } from './people.ts'
import { text } from './texts.ts'

/** A dispatcher and a crew. */
const browser = journeyBrowser()
const name = `Valve ${String(Date.now()).slice(-6)}`

type Order = {
  workOrderNo: number
  orderTitle: string
  status: string
  assignee: string | null
  conflicts: number
  workedMinutes: number | null
}
const orderOf = async (title: string): Promise<Order> => {
  const { rows } = await ask<{ rows: Order[] }>('admin', `/prod-api/business/workOrder/list?orderTitle=${encodeURIComponent(title)}`)
  return rows[0]!
}
const create = async (title: string, more: object = {}): Promise<Order> => {
  await command('POST', '/business/workOrder', { orderId: crypto.randomUUID(), orderTitle: title, ...more })
  await expect.poll(() => orderOf(title)).toBeTruthy()
  return orderOf(title)
}

type Person = { userId: number; name: string }
let me: Person
beforeAll(async () => {
  const { token } = await signIn('admin')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${lane().baseUrl}/prod-api/business/workOrder/people`, { headers })
  const { data } = (await answer.json()) as { data: { people: Person[] } }
  const info = (await (await fetch(`${lane().baseUrl}/prod-api/system/user/getInfo`, { headers })).json()) as { user: { userId: number } }
  me = data.people.find(({ userId }) => userId === info.user.userId)!
  expect(me, credentialsOf('admin').username).toBeDefined()
})

const button = (page: Page, key: string) => page.getByRole('button', { name: text(`work-orders:${key}`), exact: true })

describe('the board', () => {
  // requirement of Work orders and leak cases: A board with the backlog by age: orders are dragged to a person, or assigned by keyboard | /workOrder/board | PUT /prod-api/business/workOrder/assign/:workOrderNo
  test('a dispatcher assigns an order by the choice on its card, and by dragging it', async () => {
    await create(`${name} a`)
    await create(`${name} b`)
    const page = await browser.open({ role: 'admin', path: '/workOrder/board' })
    await settled(page)
    await page.getByRole('combobox', { name: text('work-orders:board.assignTo', { order: `${name} a` }) }).click()
    await page.getByRole('option', { name: me.name, exact: true }).click()
    await expect.poll(async () => (await orderOf(`${name} a`)).assignee).not.toBeNull()
    const card = page.locator('article').filter({ hasText: `${name} b` })
    const column = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 2, name: me.name }) })
      .first()
    // The cards below the first one move up when it has left them.
    await column.getByText(`${name} a`, { exact: true }).waitFor()
    await card.dragTo(column)
    await expect.poll(async () => (await orderOf(`${name} b`)).assignee).not.toBeNull()
  })
})

describe('the crew', () => {
  // requirement of Work orders and leak cases: A page of own orders for the phone: three taps to finish, without a network, with conflicts in sight | /workOrder/orders | PUT /prod-api/business/workOrder/operation/:workOrderNo
  test('an order is finished in three taps without a network, and a conflict is shown', async () => {
    const done = await create(`${name} c`, { assigneeId: me.userId })
    const late = await create(`${name} d`, { assigneeId: me.userId })
    const page = await browser.open({ role: 'admin', path: '/workOrder/mine', width: 390, height: 844 })
    // The browser looks for a newer service worker by itself.
    browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource|error occurred when fetching the script/)
    const open = (title: string) => page.getByRole('region', { name: title }).getByRole('button').first()
    await open(done.orderTitle).waitFor()
    await page.context().setOffline(true)
    await open(done.orderTitle).click()
    await button(page, 'crew.action.complete').click()
    await button(page, 'crew.confirm').click()
    await open(late.orderTitle).click()
    await button(page, 'crew.action.complete').click()
    await button(page, 'crew.confirm').click()
    await page.getByText(text('work-orders:crew.waiting_other', { count: 2 })).waitFor()
    await command('PUT', `/business/workOrder/cancel/${late.workOrderNo}`, { reason: 'twice' })

    await page.context().setOffline(false)
    await page.getByText(text('work-orders:crew.conflict', { order: late.orderTitle })).waitFor()
    await expect.poll(async () => (await orderOf(done.orderTitle)).status).toBe('2')
    expect(await orderOf(late.orderTitle)).toMatchObject({ status: '4', conflicts: 1 })
  })
})

describe('the shut-off list', () => {
  // requirement of Work orders and leak cases: A shut-off list: valves to close, customers without water, notices sent, the reopening checked off | /workOrder/orders | PUT /prod-api/business/workOrder/shutOff/:workOrderNo; PUT /prod-api/business/workOrder/shutOff/:workOrderNo/valve
  test('a dispatcher chooses the valves of a metering point, and the crew closes and reopens them without a network before the order is done', async () => {
    const { rows } = await ask<{ rows: { id: string; level: number }[] }>('admin', '/api/v1/partitions?limit=50')
    const partitionId = rows.find(({ level }) => level > 1)!.id
    const order = await create(`${name} f`, { assigneeId: me.userId, partitionId })
    const office = await browser.open({ role: 'admin', path: `/workOrder/orders?row=${order.workOrderNo}` })
    await button(office, 'shutOff.edit').click()
    const dialog = office.getByRole('dialog').last()
    await dialog.getByLabel(text('work-orders:shutOff.other')).fill('Mill Lane')
    await dialog.getByRole('button', { name: text('work-orders:shutOff.add'), exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'Mill Lane', checked: true }).waitFor()
    await dialog.getByRole('button', { name: text('work-orders:shutOff.save'), exact: true }).click()
    await office.getByText(text('work-orders:shutOff.state.open')).first().waitFor()

    const page = await browser.open({ role: 'admin', path: '/workOrder/mine', width: 390, height: 844 })
    browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource|error occurred when fetching the script/)
    const card = page.getByRole('region', { name: order.orderTitle })
    await card.getByRole('button').first().waitFor()
    await page.context().setOffline(true)
    await card.getByRole('button').first().click()
    await card.getByRole('button', { name: `${text('work-orders:shutOff.turn.closed')}: Mill Lane` }).click()
    const isDone = card.getByRole('button', { name: text('work-orders:crew.action.complete'), exact: true })
    await card.getByText(text('work-orders:shutOff.closedYet')).waitFor()
    expect(await isDone.isDisabled()).toBe(true)
    await card.getByRole('button', { name: `${text('work-orders:shutOff.turn.reopened')}: Mill Lane` }).click()
    await isDone.click()
    await card.getByLabel(text('work-orders:crew.hours')).fill('1.5')
    await card.getByRole('button', { name: text('work-orders:crew.confirm'), exact: true }).click()
    await page.context().setOffline(false)
    await expect.poll(async () => (await orderOf(order.orderTitle)).status).toBe('2')
    expect(await orderOf(order.orderTitle)).toMatchObject({ workedMinutes: 90 })
    type ShutOff = { data: { customerCount: number; valves: { valveName: string; state: string; closed: object | null }[] } }
    const { data } = await ask<ShutOff>('admin', `/prod-api/business/workOrder/shutOff/${order.workOrderNo}`)
    expect(data.customerCount).toBeGreaterThan(0)
    expect(data.valves.find(({ valveName }) => valveName === 'Mill Lane')).toMatchObject({
      state: 'reopened',
      closed: { by: expect.any(String) },
    })
  })
})

describe('the evidence', () => {
  // requirement of Work orders and leak cases: Photos before and after with their hash, a signature, a scan that warns of a wrong meter, a door card; all without a network | /workOrder/orders | POST /prod-api/business/workOrder/files/:workOrderNo
  test('a photo, a signature and the check of the meter work without a network, and survive a conflict', async () => {
    const { rows } = await ask<{ rows: { number: string }[] }>('admin', '/api/v1/meters?limit=1')
    const order = await create(`${name} e`, { assigneeId: me.userId, meterNo: rows[0]!.number })
    const page = await browser.open({ role: 'admin', path: '/workOrder/mine', width: 390, height: 844 })
    browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource|error occurred when fetching the script/)
    const card = page.getByRole('region', { name: order.orderTitle })
    await card.getByRole('button').first().waitFor()
    await page.context().setOffline(true)
    await card.getByRole('button').first().click()
    await card.getByRole('button', { name: text('work-orders:crew.scan'), exact: true }).click()
    await card.getByLabel(text('work-orders:crew.typed')).fill('no such meter')
    await card.getByRole('button', { name: text('work-orders:crew.checkMeter'), exact: true }).click()
    await card.getByText(text('work-orders:crew.wrongMeter', { found: 'no such meter', meter: rows[0]!.number })).waitFor()
    const photo = { name: 'before.jpg', mimeType: 'image/jpeg', buffer: jpegOf() }
    await card.locator('input[type=file]').first().setInputFiles(photo)
    await page.getByText(text('work-orders:crew.filesWaiting_one', { count: 1, size: '0.1' })).waitFor()
    await card.getByRole('button', { name: text('work-orders:crew.sign'), exact: true }).click()
    const frame = (await card.locator('canvas').boundingBox())!
    await page.mouse.move(frame.x + 30, frame.y + 30)
    await page.mouse.down()
    await page.mouse.move(frame.x + 150, frame.y + 60, { steps: 5 })
    await page.mouse.up()
    await card.getByRole('button', { name: text('work-orders:crew.keepSignature'), exact: true }).click()
    await page.getByText(text('work-orders:crew.filesWaiting_other', { count: 2, size: '0.1' })).waitFor()
    await card.getByRole('button', { name: text('work-orders:crew.action.complete'), exact: true }).click()
    await card.getByRole('button', { name: text('work-orders:crew.confirm'), exact: true }).click()
    await command('PUT', `/business/workOrder/cancel/${order.workOrderNo}`, { reason: 'twice' })

    await page.context().setOffline(false)
    await page.getByText(text('work-orders:crew.conflict', { order: order.orderTitle })).waitFor()
    const files = async () =>
      (await ask<{ data: { rows: { fileKind: string }[] } }>('admin', `/prod-api/business/workOrder/files/${order.workOrderNo}`)).data.rows
    await expect.poll(async () => (await files()).map(({ fileKind }) => fileKind)).toEqual(['before', 'signature'])
    expect(await orderOf(order.orderTitle)).toMatchObject({ status: '4', conflicts: 1 })
  })
})

describe('a request of the public', () => {
  // requirement of Work orders and leak cases: A public page for requests with a photo and a duplicate hint; its number and code show the state, and it becomes an order | /workOrder/requests | POST /api/v1/public-requests; PUT /prod-api/business/publicRequest/order/:requestId
  test('is sent from a telephone, becomes an order, and shows its state by number and code', async () => {
    const { tenant } = credentialsOf('admin')
    const visitor = await browser.open({ path: `/request/${tenant}`, width: 390, height: 844 })
    await visitor.getByRole('button', { name: text('request:kind.1'), exact: true }).click()
    await visitor.getByLabel(text('request:where')).fill(`${name} street`)
    await visitor.getByRole('button', { name: text('request:openMap'), exact: true }).click()
    await visitor.getByRole('button', { name: text('request:pinInMiddle'), exact: true }).click()
    const pin = visitor.getByRole('button', { name: text('request:pin') })
    await pin.focus()
    await pin.press('ArrowRight')
    await visitor.getByRole('button', { name: text('request:send'), exact: true }).click()
    await visitor.getByText(text('request:sentTitle')).waitFor()

    const office = await browser.open({ role: 'admin', path: '/workOrder/requests' })
    await office
      .getByRole('button', { name: `${name} street` })
      .or(office.getByRole('link', { name: `${name} street` }))
      .first()
      .click()
    await office.getByRole('button', { name: text('work-orders:requestWork.order'), exact: true }).click()
    await office
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: text('work-orders:requestWork.order'), exact: true })
      .click()
    await expect.poll(() => orderOf(`${name} street`)).toBeTruthy()

    const drawer = office.getByRole('dialog', { name: `${name} street` })
    await drawer.getByRole('button', { name: text('work-orders:openCase'), exact: true }).click()
    const asking = office.getByRole('dialog', { name: text('work-orders:openCase') })
    // Where no metering point is around the pin, the clerk chooses one.
    await asking
      .or(office.getByText(text('work-orders:next.0')))
      .first()
      .waitFor()
    if (await asking.isVisible()) {
      await asking.getByRole('combobox').first().click()
      await office.getByRole('option').first().click()
      await asking.getByRole('button', { name: text('work-orders:openCase'), exact: true }).click()
    }
    await office.getByText(text('work-orders:next.0')).waitFor()
    await office
      .getByRole('link', { name: `${name} street` })
      .first()
      .waitFor()

    await visitor.getByRole('button', { name: text('request:follow'), exact: true }).click()
    await visitor.getByRole('button', { name: text('request:show'), exact: true }).click()
    await visitor.getByText(text('request:work.0')).waitFor()
  })
})

describe('a case', () => {
  // requirement of Work orders and leak cases: An order of a case with a checklist; a photo that the desk adds to an order is on its case too | /workOrder/cases | GET /prod-api/business/workOrder/files/:workOrderNo
  test('gets an order with a checklist, and shows the photo that the desk adds to the order', async () => {
    const { rows } = await ask<{ rows: { id: string; name: string }[] }>('admin', '/api/v1/partitions?limit=1')
    const answer = await command('POST', '/business/leakCase', { caseId: crypto.randomUUID(), partitionId: rows[0]!.id, remark: name })
    const { caseNo } = answer.data as { caseNo: number }
    const title = `${name} g`
    const page = await browser.open({ role: 'admin', path: `/workOrder/cases?row=${caseNo}` })
    const drawer = page.getByRole('dialog', { name: rows[0]!.name })
    await drawer.getByRole('button', { name: text('work-orders:workOrder.create'), exact: true }).click()
    const asking = page.getByRole('dialog', { name: text('work-orders:workOrder.create') })
    await asking.getByLabel(text('work-orders:workOrder.field.orderTitle')).fill(title)
    await asking.getByRole('button', { name: text('shared:rows.add'), exact: true }).click()
    await asking.getByLabel(text('work-orders:workOrder.field.itemName')).fill('Listen at the hydrants')
    await asking.getByRole('button', { name: text('work-orders:workOrder.create'), exact: true }).click()

    await drawer.getByRole('link', { name: title }).click()
    const order = page.getByRole('dialog', { name: title })
    await order.getByRole('checkbox', { name: 'Listen at the hydrants' }).waitFor()
    const photo = { name: 'after.jpg', mimeType: 'image/jpeg', buffer: jpegOf() }
    await order.locator('input[type=file]').setInputFiles(photo)
    await order.locator('figure img').waitFor()
    await page.goto(`/workOrder/cases?row=${caseNo}`)
    await drawer
      .getByRole('region', { name: text('work-orders:files.of', { order: title }) })
      .locator('figure img')
      .waitFor()
  })
  // requirement of Work orders and leak cases: A leak case from its opening to its closure, with the next step in sight | /workOrder/cases | PUT /prod-api/business/leakCase/localise/:caseNo
  test('is opened for a partition, localised, and closed as a false positive', async () => {
    const { rows } = await ask<{ rows: { id: string; name: string }[] }>('admin', '/api/v1/partitions?limit=1')
    const answer = await command('POST', '/business/leakCase', { caseId: crypto.randomUUID(), partitionId: rows[0]!.id, remark: name })
    const { caseNo } = answer.data as { caseNo: number }
    const page = await browser.open({ role: 'admin', path: `/workOrder/cases?row=${caseNo}` })
    const drawer = page.getByRole('dialog', { name: rows[0]!.name })
    await drawer.getByText(text('work-orders:next.0')).waitFor()
    await drawer.locator('canvas').waitFor()
    for (const step of ['localise', 'dismiss']) {
      await drawer.getByRole('button', { name: text(`work-orders:leakCase.command.${step}.short`), exact: true }).click()
      const asking = page.getByRole('dialog').last()
      if (step === 'dismiss') {
        await asking.getByRole('combobox').first().click()
        await page.getByRole('option').first().click()
        await asking.getByLabel(text('work-orders:leakCase.field.reason')).last().fill('tank')
      }
      await asking.getByRole('button', { name: text(`work-orders:leakCase.command.${step}.one`, { name: rows[0]!.name }) }).click()
      if (step === 'localise') await drawer.getByText(text('work-orders:next.1')).waitFor()
    }
    await expect
      .poll(async () => (await ask<{ data: { outcome: string | null } }>('admin', `/prod-api/business/leakCase/${caseNo}`)).data.outcome)
      .toBe('1')
  })
})
